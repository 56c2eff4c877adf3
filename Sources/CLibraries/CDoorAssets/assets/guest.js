// The guests' side: what to do now, and nothing of anybody. It is no display: tickets are taken only while staff see the
// verdicts.

import { boot } from "./boot.js";
import { CameraPicture, isWithoutReader } from "./camera.js";
import { byID, element, setText } from "./elements.js";
import { Link } from "./link.js";
import { MARKS } from "./marks.js";
import { loadWords } from "./words.js";

/** More languages than these leave no room for letters that can be read from a step away. */
const MOST_LANGUAGES = 3;
/** What a camera or scanner saw that is no verdict: what helps a guest then; nothing for what only staff can change. */
const HINTS = {
  notRead: "holdStill", severalTickets: "oneTicket", webAddress: "noTicket", wifi: "noTicket", contact: "noTicket",
  place: "noTicket", calendarEntry: "noTicket",
};
/** What a guest is told of a verdict: a key of the texts, and a colour. A refusal is between staff and guest. */
export function told({ verdict, direction, ask, entry, admits }) {
  if (ask) return ["wait", "amber"];
  if (verdict === "refused") return ["askStaff", "amber"];
  if (verdict === "checkedOut") return ["goodbye", "blue"];
  if (direction === "look") return ["valid", "green"];
  return [entry && admits > entry ? "nextOfGroup" : "comeIn", "green"];
}

class GuestSide {
  constructor(languages, settings) {
    this.languages = languages;
    this.readyAfter = settings.ready_after_ms;
    this.timer = 0;
    this.isOpen = false;
    this.hasReader = true;
  }

  /** @param stays - goes back to being ready by itself. */
  show(key, color, values = {}, stays = false) {
    clearTimeout(this.timer);
    byID("guest").dataset.color = color;
    document.body.dataset.outcome = color;
    byID("mark").setAttribute("d", MARKS[color]);
    byID("texts").replaceChildren(...this.languages.map((words, n) => element(
      n === 0 ? "h1" : "p", { lang: words.language, dir: words.direction }, words.label(`guest.${key}`, values))));
    if (!stays) this.timer = setTimeout(() => this.showReady(), this.readyAfter);
  }

  showReady() {
    if (this.isOpen && this.hasReader) this.show("ready", "none", {}, true);
    else this.show("askStaff", "none", {}, true);
  }
}

/** Those of the address, else the station's: what staff chose at the door is not for guests. */
function languagesOfGuests({ languages, ofStation }) {
  const asked = (new URLSearchParams(location.search).get("languages") ?? "").split(",");
  const known = [...new Set(asked)].filter((each) => languages.some(({ language }) => language === each));
  return known.length > 0 ? known.slice(0, MOST_LANGUAGES) : [ofStation];
}

async function start(words, settings, languages) {
  const others = languagesOfGuests(languages).slice(1);
  const side = new GuestSide([words, ...await Promise.all(others.map(loadWords))], settings);
  const camera = new CameraPicture(words, settings);
  side.showReady();
  new Link({
    open: () => {
      side.isOpen = true;
      side.showReady();
    },
    lost: () => {
      side.isOpen = false;
      camera.show(null);
      side.showReady();
    },
    state: (state) => {
      if (state.build !== settings.build) return location.reload();
      camera.show(state.station);
      const hasReader = !isWithoutReader(state.station);
      if (side.hasReader !== hasReader) {
        side.hasReader = hasReader;
        side.showReady();
      }
      setText(byID("event"), state.station.serving[0]?.name ?? settings.brand_name ?? "");
    },
    verdict: ({ verdict, age_ms: age }) => {
      if (age === undefined) side.show(...told(verdict), { entry: verdict.entry, admits: verdict.admits });
    },
    hint: ({ hint, age_ms: age }) => {
      if (age === undefined && HINTS[hint.hint]) side.show(HINTS[hint.hint], "amber");
    },
  });
}

boot(start, (languages) => languagesOfGuests(languages)[0]);
