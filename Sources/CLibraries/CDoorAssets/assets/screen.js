// The door screen: what the station decides, as large as it can be.

import { Bar } from "./badges.js";
import { boot } from "./boot.js";
import { CameraPicture, isWithoutReader } from "./camera.js";
import { Drawn, stayOnThePage } from "./drawn.js";
import { byID, element } from "./elements.js";
import { EnrolmentCard } from "./enrolment.js";
import { Link } from "./link.js";
import { setLetters } from "./panel.js";
import { StaffSheet } from "./staff/sheet.js";
import { Speech } from "./speech.js";
import { Stage } from "./stage.js";
import { Tones } from "./tones.js";
import { offerView } from "./view.js";

/** While no verdict is shown: what guests do next, or why nobody gets in; and what the control room tells staff. */
function showReady(words, link, direction, station) {
  const conditions = station?.conditions ?? [];
  const noReader = link === "open" && isWithoutReader(station);
  const key = noReader ? "noReader" : link === "open" ? direction : link;
  const ordered = (code) => (link === "open" ? conditions.filter((condition) => condition.code === code) : []);
  // A pause does not stop people who leave.
  const [pause] = direction === "in" ? ordered("gatePaused") : [];
  byID("ready").toggleAttribute("data-paused", Boolean(pause));
  byID("ready").toggleAttribute("data-no-reader", noReader);
  if (pause || noReader) byID("ready").dataset.color = "grey"; else delete byID("ready").dataset.color;
  byID("ready-word").textContent = pause ? words.label("words.paused") : words.label(`ready.${key}.word`);
  setLetters(byID("ready-word"));
  byID("ready-advice").textContent = pause ? words.condition(pause).says : words.label(`ready.${key}.advice`);
  const notices = [...ordered("codesNotTaken"), ...ordered("notice")];
  byID("ready-notices").replaceChildren(...notices.map((notice) => element("p", {}, words.condition(notice).says)));
  const shape = link === "lost" ? "lost" : pause ? "paused" : noReader ? "no-reader" : "ready";
  byID("ready-shape").setAttribute("href", `#shape-${shape}`);
  document.body.dataset.link = link;
}

function start(words, settings, languages) {
  const tones = new Tones(settings, (isBlocked) => { byID("sound").hidden = !isBlocked; });
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => tones.unblock());
  const speech = new Speech(words);
  offerView(words, languages, speech);
  const bar = new Bar(words, settings);
  const camera = new CameraPicture(words, settings);
  const sheet = new StaffSheet(words, languages);
  const enrolment = new EnrolmentCard(words, sheet);
  const stage = new Stage({ words, settings, tones, speech, sheet });
  let direction = "in";
  showReady(words, "connecting", direction);
  let isOpen = false;
  let told = null;
  const show = (state) => {
    told = state;
    direction = state.station.direction;
    stage.station = state.station;
    sheet.station = state.station;
    enrolment.show(state);
    bar.show(state);
    camera.show(state.station);
    showReady(words, "open", direction, state.station);
  };
  addEventListener("language", () => {
    enrolment.forget();
    stage.translate();
    if (isOpen && told) show(told);
    else showReady(words, document.body.dataset.link, direction);
  });
  const drawn = new Drawn("door", () => isOpen);
  new Link({
    open: () => {
      isOpen = true;
      showReady(words, "open", direction, told?.station);
      drawn.confirm();
    },
    lost: () => {
      isOpen = false;
      stage.clear();
      camera.show(null);
      enrolment.show(null);
      showReady(words, "lost", direction);
      byID("spoken").textContent = words.label("ready.lost.word");
    },
    state: (state) => {
      // The station was updated while this page was open.
      if (state.build !== settings.build) return location.reload();
      show(state);
    },
    verdict: (showing) => {
      stage.take(showing);
      drawn.confirm(showing.verdict.seq ?? 0);
    },
    hint: (hint) => {
      stage.takeHint(hint);
      if (hint.age_ms === undefined && hint.hint.hint === "badgeShown") sheet.takeBadge(hint.hint.operator);
    },
  });
}

stayOnThePage();
boot(start);
