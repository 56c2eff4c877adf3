// Turned: the door's page for a console whose screen stands upright, hangs upside down, or is read from far away:
// /turned?rotation=90&scale=150. See docs/decisions/127-page-turns-itself.md.

import { byID } from "./elements.js";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.rotation = asked.get("rotation") ?? "0";
document.documentElement.style.setProperty("--scale", String(Number(asked.get("scale") ?? 100) / 100));

// A real keyboard types into the page inside, also after it has led to the figures.
const page = byID("page");
const focus = () => page.contentWindow.focus();
page.addEventListener("load", focus);
addEventListener("focus", focus);
focus();
