// Tickets: finds one, by its reference or the beginning of its code, and for a supervisor by what else the list has.

import { button, element } from "../elements.js";
import { ask } from "./api.js";
import { facts, nameOf } from "./facts.js";
import { keyboard } from "./keyboard.js";
import { ticketView } from "./ticket.js";

export function ticketsView(sheet, { query = "", tab }) {
  const { words } = sheet;
  const label = words.label(sheet.may("search") ? "staff.searchAny" : "staff.searchReference");
  const field = element("input", {
    type: "search", id: "staff-query", dir: "auto", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "200",
    autofocus: true,
  });
  field.value = query;
  const results = element("ul", { class: "results" });
  const note = element("p", { class: "note", role: "status" });
  const { find_by: terms } = sheet.session;
  const keys = keyboard(field, words);
  // Names are in the label.
  const also = terms.filter((term) => term !== "name").map((term) => words.label(`staff.searchTerms.${term}`)).join(", ");
  if (also) field.placeholder = words.label("staff.searchAlso", { terms: also });

  async function search() {
    if (field.value.trim() === "") return;
    note.textContent = words.label("staff.searching");
    const answer = await sheet.attempt(() => ask("POST", "search", { query: field.value.trim() }));
    if (!answer) return;
    keys.hidden = answer.hits.length > 0;
    const open = (hit) => sheet.show(ticketView, { hit, back: () => sheet.show(ticketsView, { query: field.value, tab }) });
    results.replaceChildren(...answer.hits.map((hit) => element("li", {}, ticketButton(hit, { words, zone: sheet.zone(hit.event) }, () => open(hit)))));
    const count = answer.hits.length;
    note.lang = "";
    note.textContent = words.label(count === 0 ? "staff.none" : answer.is_cut ? "staff.cut" : "staff.found", { count });
    if (answer.note) note.append(" ", words.refusal(answer.note) || words.quoted(answer.note));
  }

  field.addEventListener("focus", () => { keys.hidden = false; });
  const form = element(
    "form", { class: "search", on: { submit: (event) => { event.preventDefault(); search(); } } },
    element("label", { for: "staff-query" }, label),
    element("div", {}, field, element("button", { class: "button strong" }, words.label("staff.search"))));
  if (query) search();
  return { title: sheet.heading, body: [form, note, results, keys] };
}

function ticketButton(hit, { words, zone }, click) {
  return element(
    "button", { type: "button", class: "hit", "data-ref": hit.ref, on: { click } },
    element("b", {}, nameOf(hit)), ...facts(hit, words, zone));
}
