// Place: another gate or direction, until the event is over.

import { choice, element } from "../elements.js";
import { ask } from "./api.js";

export async function placeView(sheet, { tab }) {
  const { words } = sheet;
  const place = await ask("GET", "place");
  const move = async (change) => {
    if (!await sheet.attempt(() => ask("PUT", "place", change))) return;
    await sheet.show(placeView, { tab });
    sheet.say(words.label("staff.moved"));
  };
  const directions = ["in", "out", "look"].map((each) => [each, words.label(`directions.${each}`)]);
  const gates = place.gates.map(({ slug, name }) => [slug, name]);
  return {
    title: sheet.heading,
    body: [
      element("h3", {}, words.label("staff.direction")),
      choice(words.label("staff.direction"), directions, place.direction, (direction) => move({ direction })),
      element("h3", {}, words.label("staff.gate")),
      choice(words.label("staff.gate"), gates, place.gate, (gate) => move({ gate })),
      element("p", { class: "note" }, words.label("staff.moveNote")),
    ],
  };
}
