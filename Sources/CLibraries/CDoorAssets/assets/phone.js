// The page on a phone of staff: a token once, a PIN, and then its camera reads tickets for the station. Nothing is done by
// hand here.

import { boot } from "./boot.js";
import { button, byID, element, shape } from "./elements.js";
import { MARKS } from "./marks.js";
import { ask, Refusal } from "./staff/api.js";
import { facts, nameOf } from "./staff/facts.js";
import { operatorsView } from "./staff/pin.js";

/** Between two pictures that the station is given, in milliseconds. */
const PAUSE = 250;
/** In pixels: enough for a ticket on another phone, and small on the air. */
const WIDTH = 960;
/** How well pictures are kept, from 0 to 1. */
const QUALITY = 0.7;
/** Longer than an answer takes, in milliseconds. */
const PATIENCE = 4000;

/** Shows one view at a time; the views of the sheet at the door that sign in need no more of it. */
class Phone {
  constructor(words, settings) {
    this.words = words;
    this.ready = settings.ready_after_ms;
    this.ofStation = words.language;
    this.view = {};
    this.turn = 0;
    addEventListener("keydown", (event) => this.view.onKey?.(event));
  }

  async show(view, options = {}) {
    this.view.onLeave?.();
    this.view = {};
    this.turn += 1;
    const turn = this.turn;
    let next;
    try {
      next = await view(this, options);
    } catch (refusal) {
      return this.refuse(refusal);
    }
    if (turn !== this.turn) return undefined;
    this.view = next;
    byID("title").textContent = next.title;
    document.title = next.title;
    const back = next.back ? [button(this.words.label("staff.back"), () => next.back())] : [];
    byID("acts").replaceChildren(...back, ...(next.acts ?? []));
    byID("body").replaceChildren(...next.body);
    this.say("");
    (document.querySelector("[autofocus]") ?? byID("title")).focus();
    return undefined;
  }

  say(text, lang) {
    byID("said").hidden = !text;
    byID("said").replaceChildren(element("span", { lang }, text));
  }

  async begin(session) {
    this.session = session;
    if (session.language) await this.words.use(session.language);
    return this.show(scanView);
  }

  async refuse(refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    // Also when venue IT has changed the token in the middle of an evening.
    if (refusal.status === 403) {
      this.session = null;
      return this.show(tokenView);
    }
    if (refusal.isOver) {
      this.session = null;
      await this.words.use(this.ofStation);
      await this.show(operatorsView);
      return this.say(this.words.label("staff.over"));
    }
    return this.say(...refusal.sentence(this.words));
  }

  async leave() {
    await ask("DELETE", "session").catch(() => {});
    this.session = null;
    await this.words.use(this.ofStation);
    return this.show(operatorsView);
  }
}

/** The first time: the token that venue IT has given. */
function tokenView(phone) {
  const { words } = phone;
  const field = element("input", { type: "password", autocomplete: "current-password", required: true, autofocus: true });
  const send = async (event) => {
    event.preventDefault();
    try {
      await ask("POST", "/sign-in", { token: field.value.trim() });
      await phone.show(operatorsView);
    } catch (refusal) {
      const fault = { 401: "wrong", 429: "slow" }[refusal.status] ?? "failed";
      phone.say(words.label(`figuresPage.signIn.${fault}`));
    }
  };
  return {
    title: words.label("phone.title"),
    body: [element(
      "form", { on: { submit: send } }, element("label", {}, words.label("figuresPage.signIn.token"), field),
      element("button", { class: "strong" }, words.label("figuresPage.signIn.enter")))],
  };
}

/** The camera, and over it the verdict of what it reads. */
function scanView(phone) {
  const { words } = phone;
  const video = element("video", { playsinline: true, muted: true, "aria-hidden": "true" });
  const point = element("p", { class: "point", role: "status" }, words.label("phone.point"));
  const verdict = element("section", { class: "verdict", "aria-live": "assertive", hidden: true });
  const canvas = element("canvas");
  let stream = null;
  let timer = 0;
  let isOver = false;
  let shown = null;

  const show = (color, word, ...lines) => {
    verdict.dataset.color = color;
    verdict.replaceChildren(
      shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, shape("path", { d: MARKS[color] })),
      element("p", { class: "word" }, word), ...lines);
    verdict.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { verdict.hidden = true; shown = null; }, phone.ready);
  };

  const showVerdict = ({ color, verdict: report }) => {
    // The same ticket is still in view.
    if (report.repeat && report.seq === shown) return;
    shown = report.seq;
    show(color, words.verdict(report), report.holder && element("p", { class: "holder" }, report.holder),
      report.type && element("p", {}, report.type), element("p", {}, words.message({ verdict: report }, report)),
      words.attention(report) && element("p", { class: "attention" }, words.attention(report)),
      element("p", {}, words.advice(report)));
  };

  /** @returns what the station says of what the camera sees now. */
  async function look() {
    const scale = Math.min(1, WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", QUALITY); });
    const answer = await fetch("/staff/scan", {
      method: "POST", body: picture, headers: { "Content-Type": "image/jpeg" }, signal: AbortSignal.timeout(PATIENCE),
    });
    const object = await answer.json();
    if (!answer.ok) throw new Refusal("scan", answer.status, object);
    return object;
  }

  async function watch() {
    while (!isOver) {
      if (video.videoWidth > 0 && !document.hidden) {
        try {
          const answer = await look();
          if (isOver) return;
          point.textContent = answer.hint ? words.label(`hints.${answer.hint.hint}`) || answer.hint.message
            : words.label("phone.point");
          if (answer.verdict) showVerdict(answer);
          if (!byID("said").hidden) phone.say("");
        } catch (refusal) {
          if (isOver) return;
          // What the station refuses now it may take a moment later; another view ends this one.
          if (refusal instanceof Refusal) await phone.refuse(refusal);
          else show("grey", words.label("ready.lost.word"), element("p", {}, words.label("staff.noAnswer")));
        }
      }
      await new Promise((done) => { setTimeout(done, PAUSE); });
    }
  }

  async function start() {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      await video.play();
    } catch {
      point.textContent = words.label("phone.noCamera");
    }
    if (isOver) stop();
    watch();
  }

  const stop = () => stream?.getTracks().forEach((track) => track.stop());
  start();
  return {
    title: phone.session.operator,
    acts: [
      button(words.label("staff.search"), () => phone.show(searchView)),
      button(words.label("staff.lock"), () => phone.leave()),
    ],
    body: [element("div", { class: "scan" }, video, point, verdict)],
    onLeave: () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    },
  };
}

/** What the list says of a ticket; whatever has to be done about it is done at the station. */
function searchView(phone) {
  const { words } = phone;
  const label = words.label(phone.session.acts.includes("search") ? "staff.searchAny" : "staff.searchReference");
  const field = element("input", { type: "search", autocomplete: "off", maxlength: "200", autofocus: true });
  const results = element("ul", { class: "results" });
  const search = async (event) => {
    event.preventDefault();
    if (field.value.trim() === "") return;
    try {
      const answer = await ask("POST", "search", { query: field.value.trim() });
      results.replaceChildren(...answer.hits.map((hit) => element(
        "li", {}, element("b", {}, nameOf(hit)), ...facts(hit, words))));
      phone.say(words.label(answer.hits.length === 0 ? "staff.none" : "staff.found", { count: answer.hits.length }));
    } catch (refusal) {
      phone.refuse(refusal);
    }
  };
  return {
    title: phone.session.operator,
    back: () => phone.show(scanView),
    body: [
      element("form", { on: { submit: search } }, element("label", {}, label, field),
        element("button", { class: "strong" }, words.label("staff.search"))),
      results,
    ],
  };
}

boot((words, settings) => new Phone(words, settings).show(operatorsView));
