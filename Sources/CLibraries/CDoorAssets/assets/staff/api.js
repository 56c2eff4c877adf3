// API: asks the station in the name of whoever is at work.

/** Longer than any answer takes: a walk over a million names. In milliseconds. */
const PATIENCE = 30_000;

/** Why the station did not do something. */
export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.error?.reason ?? "");
    this.status = status;
    this.hint = answer.error?.hint ?? "";
    this.retryAfter = answer.retry_after_ms;
  }

  /** The session has ended. */
  get isOver() {
    return this.status === 401;
  }
}

export async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/staff/${path}`, {
      method, signal: AbortSignal.timeout(PATIENCE),
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new Refusal(0, {});
  }
  const object = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, object);
  return object;
}
