// Signing in: the token goes into the body of a request, never into an address.

import { boot } from "./boot.js";
import { byID } from "./elements.js";

function start(words) {
  document.title = byID("title").textContent;
  byID("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    byID("enter").disabled = true;
    byID("fault").textContent = "";
    const fault = await signIn(byID("token").value.trim());
    byID("enter").disabled = false;
    if (!fault) return location.replace("/");
    byID("fault").textContent = words.label(`figuresPage.signIn.${fault}`);
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

boot(start);
