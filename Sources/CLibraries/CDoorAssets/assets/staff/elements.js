// Elements: makes parts of the page. Texts are texts, never markup.

/**
 * element("button", { class: "button", on: { click } }, "Close")
 *
 * Attributes that are `undefined`, `null` or `false` are left out; `true` stands without a value.
 */
export function element(name, { on = {}, ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  for (const [event, handler] of Object.entries(on)) made.addEventListener(event, handler);
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== ""));
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

export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(space, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#icon-${name}`);
  made.append(use);
  return made;
}
