// Tones: made here, so that there is no file to load. Each outcome has a pitch and a rhythm of its own: they can be told
// apart by someone who hears no pitch, and in a crowd that drowns the rhythm.

/** Notes in hertz, with start and length in seconds. */
export const TONES = {
  green: { wave: "triangle", notes: [[880, 0, 0.09], [1318, 0.1, 0.16]] },
  blue: { wave: "sine", notes: [[988, 0, 0.12], [659, 0.14, 0.22]] },
  amber: { wave: "triangle", notes: [[587, 0, 0.12], [587, 0.2, 0.12], [587, 0.4, 0.12]] },
  red: { wave: "sawtooth", notes: [[196, 0, 0.34], [147, 0.42, 0.5]] },
  grey: { wave: "square", notes: [[330, 0, 0.16], [247, 0.2, 0.16], [330, 0.4, 0.16], [247, 0.6, 0.16]] },
};

export class Tones {
  constructor({ volume, is_muted }, onChange) {
    this.gain = is_muted ? 0 : volume / 100;
    this.onChange = onChange;
    this.context = null;
    if (this.gain === 0) return;
    this.context = new AudioContext();
    this.context.onstatechange = () => onChange(this.isBlocked);
    onChange(this.isBlocked);
  }

  /** The browser wants a touch or a key before it makes a sound. A kiosk is started with that rule off. */
  get isBlocked() {
    return this.context !== null && this.context.state !== "running";
  }

  unblock() {
    this.context?.resume();
  }

  play(color) {
    // What was asked for last, for whoever looks on.
    document.body.dataset.tone = color;
    document.body.dataset.tones = Number(document.body.dataset.tones ?? 0) + 1;
    if (!this.context || this.isBlocked) return;
    const { wave, notes } = TONES[color];
    for (const [pitch, start, length] of notes) this.note(wave, pitch, this.context.currentTime + start, length);
  }

  note(wave, pitch, start, length) {
    const oscillator = this.context.createOscillator();
    const envelope = this.context.createGain();
    oscillator.type = wave;
    oscillator.frequency.value = pitch;
    // Square and sawtooth waves are louder to the ear.
    const peak = this.gain * (wave === "sine" || wave === "triangle" ? 0.9 : 0.4);
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(peak, start + 0.012);
    envelope.gain.setValueAtTime(peak, start + length - 0.03);
    envelope.gain.linearRampToValueAtTime(0, start + length);
    oscillator.connect(envelope).connect(this.context.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }
}
