// Unrecorded: guests go first while the disk takes nothing.

import { button, element } from "../elements.js";
import { ask } from "./api.js";

export async function unrecordedView(sheet, { tab, isSure = false }) {
  const { words } = sheet;
  const again = (options) => sheet.show(unrecordedView, { tab, ...options });
  const isOn = sheet.station.not_recorded?.is_on ?? false;
  const turn = async (on) => {
    if (!await sheet.attempt(() => ask("POST", "not-recorded", { is_on: on }))) return;
    sheet.station.not_recorded = { ...sheet.station.not_recorded, is_on: on };
    await again({});
  };
  const ends = isOn
    ? button(words.label("staff.recordAgain"), () => turn(false))
    : isSure
      ? element("div", { class: "acts" }, button(words.label("staff.no"), () => again({})),
        button(words.label("staff.yesUnrecorded"), () => turn(true), { class: "button grave" }))
      : button(words.label("staff.goUnrecorded"), () => again({ isSure: true }), { class: "button grave" });
  return {
    title: sheet.heading,
    body: [
      element("p", { class: "large" }, words.label(isOn ? "staff.isUnrecorded" : "staff.diskFailed")),
      element("p", { class: "note" }, words.label("staff.unrecordedNote")),
      isSure ? element("p", { class: "sure" }, words.label("staff.sureUnrecorded")) : "", ends,
    ].filter(Boolean),
  };
}
