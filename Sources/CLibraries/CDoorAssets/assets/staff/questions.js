// Questions: what the organizer wants to know of the guest; staff ask, and type the answers.

import { button, choice, element } from "../elements.js";
import { ask } from "./api.js";
import { keyboard } from "./keyboard.js";

/** The inputs of the browser for what is neither chosen nor a plain text. */
const INPUTS = { number: "text", date: "date", time: "time", date_time: "datetime-local" };

export function questionsView(sheet, { report, message }) {
  const { words } = sheet;
  const given = {};
  const keys = element("div", { class: "keys-place" });
  const questions = report.to_answer.map((question) => {
    const answer = (text) => {
      given[question.id] = text;
      update();
    };
    const name = element(
      "p", { class: "question", id: `question-${question.id}` }, element("b", {}, question.kind === "medium" ? words.label("staff.medium") : question.text),
      question.required && element("small", {}, words.label("staff.answerNeeded")));
    return { question, place: element(
      "div", { class: "search" }, name, question.help && element("p", { class: "note" }, question.help),
      field(question, answer, words, keys)) };
  });

  function update() {
    for (const { question, place } of questions) place.hidden = !isAsked(question, report.to_answer, given);
  }

  async function send() {
    const answers = Object.fromEntries(
      questions.filter(({ place }) => !place.hidden).map(({ question }) => [question.id, given[question.id] ?? ""]));
    if (await sheet.attempt(() => ask("POST", "confirm", { ask: report.ask, answers })) && sheet.isOpen) sheet.close();
  }

  update();
  return {
    isForAnybody: true,
    title: report.holder ?? report.type ?? words.label("staff.askGuest"),
    body: [
      element("p", { class: "note" }, message), ...questions.map(({ place }) => place), keys,
      element("div", { class: "acts" }, button(words.label("staff.confirmed"), send, { class: "button strong", "data-act": "answer" })),
    ],
  };
}

/** As the station decides it: a question that depends on another one of these is asked after certain answers to it. */
export function isAsked(question, all, given) {
  const other = question.if && all.find(({ id }) => id === question.if.question);
  if (!other) return true;
  if (other === question || !isAsked(other, all.filter((each) => each !== question), given)) return false;
  const answer = given[other.id] || (other.kind === "yes_no" ? "false" : "");
  return (other.kind === "choices" ? answer.split(",") : [answer]).some((each) => question.if.values.includes(each));
}

function field(question, answer, words, keys) {
  const label = { "aria-labelledby": `question-${question.id}` };
  const options = (question.options ?? []).map(({ id, text }) => [id, text]);
  switch (question.kind) {
  case "yes_no":
    return choice(question.text, [["true", words.label("staff.yes")], ["false", words.label("staff.no")]], "", answer);
  case "choice": return choice(question.text, options, "", answer);
  case "choices": return several(question.text, options, answer);
  default: {
    const input = question.kind === "lines" ? element("textarea", { rows: "3", dir: "auto", ...label }) : element(
      "input", { type: INPUTS[question.kind] ?? "text", dir: "auto", autocomplete: "off", min: question.least, max: question.most, ...label });
    input.addEventListener("input", () => answer(input.value));
    input.addEventListener("focus", () => keys.replaceChildren(input.type.includes("text") ? keyboard(input, words) : ""));
    return element("div", {}, input);
  }
  }
}

/** Buttons of which any number is pressed. */
function several(label, options, answer) {
  const pressed = new Set();
  const buttons = options.map(([value, text]) => {
    const made = button(text, () => {
      if (!pressed.delete(value)) pressed.add(value);
      made.setAttribute("aria-pressed", pressed.has(value));
      answer(options.map(([each]) => each).filter((each) => pressed.has(each)).join(","));
    }, { "aria-pressed": "false", "data-value": value });
    return made;
  });
  return element("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}
