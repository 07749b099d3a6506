// A sound when a move breaks a rule: two falling tones, made here; may be switched off, which this browser remembers.
const STORED = "tableloupe-sound";
const TONES_HZ = [660, 440];
const TONE_S = 0.16;
const LOUDNESS = 0.25;
const APART_MS = 1500;
let context = null;
let last = -Infinity;

function isOn() {
  return localStorage.getItem(STORED) !== "off";
}

/** Connect the switch. Browsers stay silent before the first tap or key, so that is when sound is got ready. */
export function connectSound(button) {
  const show = () => {
    button.setAttribute("aria-pressed", String(isOn()));
    button.querySelector("[data-sound-on]").hidden = !isOn();
    button.querySelector("[data-sound-off]").hidden = isOn();
  };
  button.addEventListener("click", () => {
    localStorage.setItem(STORED, isOn() ? "off" : "on");
    show();
    if (isOn()) alarm();
  });
  for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, wake);
  show();
}

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Sound the alarm, at most once in a while. */
export function alarm() {
  navigator.vibrate?.([120, 80, 120]);
  const now = performance.now();
  if (!isOn() || context === null || now - last < APART_MS) return;
  last = now;
  TONES_HZ.forEach((frequency, index) => play(frequency, context.currentTime + index * TONE_S));
}

function play(frequency, start) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + TONE_S);
}
