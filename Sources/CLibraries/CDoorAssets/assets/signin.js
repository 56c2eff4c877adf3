// Signing in: the token goes into the body of a request, never into an address.

import { applyTheme } from "./theme.js";
import { loadWords } from "./words.js";

const byID = (id) => document.getElementById(id);

async function start() {
  const settings = await (await fetch("/settings")).json();
  document.documentElement.lang = settings.language;
  applyTheme(settings.theme);
  const words = await loadWords(settings.language);
  const label = (name) => words.label(`figuresPage.signIn.${name}`);
  byID("title").textContent = document.title = label("title");
  byID("token-label").textContent = label("token");
  byID("enter").textContent = label("enter");
  byID("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    byID("enter").disabled = true;
    byID("fault").textContent = "";
    const fault = await signIn(byID("token").value.trim());
    byID("enter").disabled = false;
    if (!fault) return location.replace("/");
    byID("fault").textContent = label(fault);
    byID("token").select();
  });
  byID("token").focus();
}

/** @returns what went wrong; nothing when nothing did. */
async function signIn(token) {
  try {
    const answer = await fetch("/sign-in", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }),
    });
    if (answer.ok) return null;
    return answer.status === 401 ? "wrong" : answer.status === 429 ? "slow" : "failed";
  } catch {
    return "failed";
  }
}

start().catch(() => setTimeout(() => location.reload(), 2000));
