// Elements: finds and makes parts of the page. Texts are texts, never markup.

export const byID = (id) => document.getElementById(id);

/**
 * element("button", { class: "button", on: { click } }, "Close")
 *
 * Attributes and children that are `undefined`, `null` or `false` are left out; an attribute that is `true` stands
 * without a value. `style`: properties, for the page's own content policy lets no attribute set them.
 */
export function element(name, attributes, ...children) {
  return complete(document.createElement(name), attributes, children);
}

/** The same of a drawing: shape("circle", { r: 4.4 }). */
export function shape(name, attributes, ...children) {
  return complete(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function complete(made, { on = {}, style = {}, ...attributes } = {}, children = []) {
  const isThere = (value) => value !== undefined && value !== null && value !== false;
  for (const [key, value] of Object.entries(attributes)) {
    if (isThere(value)) made.setAttribute(key, value === true ? "" : value);
  }
  for (const [property, value] of Object.entries(style)) if (isThere(value)) made.style.setProperty(property, value);
  for (const [event, handler] of Object.entries(on)) made.addEventListener(event, handler);
  made.append(...children.filter((child) => isThere(child) && child !== ""));
  return made;
}

export function button(text, click, attributes = {}) {
  return element("button", { type: "button", class: "button", on: { click }, ...attributes }, text);
}

/** Buttons of which one is pressed. `choices`: `[value, text]` each. */
export function choice(label, choices, current, choose) {
  const buttons = choices.map(([value, text]) => button(text, () => press(value), { "data-value": value }));
  const press = (value, tells = true) => {
    for (const each of buttons) each.setAttribute("aria-pressed", each.dataset.value === value);
    if (tells) choose(value);
  };
  press(current, false);
  return element("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}

/** A symbol of index.html. */
const symbol = (kind, name) => shape(
  "svg", { class: kind, "aria-hidden": "true" }, shape("use", { href: `#${kind}-${name}` }));
export const icon = (name) => symbol("icon", name);
/** The shape of an outcome, by its colour. */
export const outcome = (color) => symbol("shape", color);

/** Only another text is set: what is read aloud is not read twice. */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
