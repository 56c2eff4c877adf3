// Camera: what the first camera sees, while the station is ready, so that guests find its view.

import { byID } from "./elements.js";

/** Between two pictures, and after one that did not come, in milliseconds. */
const PAUSE = 300;
const PAUSE_AFTER_NONE = 3000;

export class CameraPicture {
  constructor(words, settings) {
    this.picture = byID("camera");
    this.picture.alt = words.label("labels.camera");
    this.isWanted = false;
    this.number = 0;
    this.timer = 0;
    if (!settings.shows_camera) return;
    this.picture.addEventListener("load", () => {
      this.picture.hidden = !this.isWanted;
      this.next(PAUSE);
    });
    this.picture.addEventListener("error", () => {
      this.picture.hidden = true;
      this.next(PAUSE_AFTER_NONE);
    });
    this.next(0);
  }

  show(station) {
    this.isWanted = station?.readers.some((each) => each.kind === "camera" && each.state === "reading") ?? false;
    if (!this.isWanted) this.picture.hidden = true;
  }

  /** Nothing is asked for while it would not be seen. */
  next(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const isSeen = this.isWanted && !document.hidden && document.body.dataset.outcome === "none";
      if (!isSeen) return this.next(PAUSE);
      this.number += 1;
      this.picture.src = `/camera?${this.number}`;
    }, pause);
  }
}

/** Where tickets should be read, and none can be. */
export function isWithoutReader(station) {
  const readers = station?.readers ?? [];
  if (readers.length > 0) return readers.every(({ state }) => state !== "reading");
  return station?.conditions.some(({ code }) => code === "noReader" || code === "readersUnseen") ?? false;
}
