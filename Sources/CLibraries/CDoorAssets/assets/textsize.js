// Text size: from as it is drawn to twice as large, for everything except the verdicts, which are as large as they can be.

/** Under this name the browser keeps what was chosen at this screen. */
const CHOSEN = "text-size";
/** In percent (WCAG 2.2, 1.4.4). */
export const TEXT_SIZES = ["100", "125", "150", "200"];

export function textSize() {
  const chosen = localStorage.getItem(CHOSEN);
  return TEXT_SIZES.includes(chosen) ? chosen : TEXT_SIZES[0];
}

export function applyTextSize(size = textSize()) {
  localStorage.setItem(CHOSEN, size);
  document.documentElement.style.setProperty("--enlarged", Number(size) / 100);
  document.documentElement.toggleAttribute("data-enlarged", size !== TEXT_SIZES[0]);
}
