// API: asks the station in the name of whoever is at work.

/** Longer than any answer takes: a walk over a million names. In milliseconds. */
const PATIENCE = 30_000;
/** What this page says itself of a refusal, in other languages than English: by its code, or by what was asked and it. */
const KNOWN = {
  no_session: "staff.over", "admit not_found": "staff.none", "checkout not_found": "staff.none",
  "undo not_found": "staff.nothingToUndo", "confirm not_found": "staff.scanAgain",
};

/** Why the station did not do something. */
export class Refusal extends Error {
  constructor(path, status, { error = {}, retry_after_ms: retryAfter } = {}) {
    super(error.reason ?? "");
    this.path = path;
    this.status = status;
    this.code = error.code;
    this.hint = error.hint;
    this.retryAfter = retryAfter;
  }

  /** The session has ended. */
  get isOver() {
    return this.status === 401;
  }

  /** In a list, as arguments. What the station says is English, and is quoted where the page does not know its words. */
  sentence(words) {
    if (this.status === 0) return [words.label("staff.noAnswer")];
    if (words.language !== "en") {
      const known = KNOWN[`${this.path} ${this.code}`] ?? KNOWN[this.code];
      const text = known ? words.label(known) : words.refusal(this.message);
      if (text) return [text];
    }
    const text = [this.message, this.hint].filter(Boolean).join(". ");
    return words.language === "en" ? [text] : [words.label("staff.notDone", { why: words.quoted(text) })];
  }
}

/** @param path - below `/staff/`, unless it begins with a slash. */
export async function ask(method, path, body) {
  let answer, object;
  try {
    answer = await fetch(path.startsWith("/") ? path : `/staff/${path}`, {
      method, signal: AbortSignal.timeout(PATIENCE),
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    object = await answer.json();
  } catch {
    throw new Refusal(path, 0);
  }
  if (!answer.ok) throw new Refusal(path, answer.status, object);
  return object;
}
