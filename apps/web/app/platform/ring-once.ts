import { POP_UP_VOLUME } from "@caramelo/contract/limits";
import { logFailure } from "./log.ts";

const FILE = "/nova-mensagem.wav";
/** Hidden tabs wait this long, so that the visible one claims the sound first. */
const HIDDEN_WAIT_MS = 300;
/** Browsers may wake a hidden tab much later. By then another tab has played the sound, or the message is too old. */
const LATE_MS = 3_000;
/** A claim is held longer than a tab may be late, so that a late tab still finds it. */
const HELD_MS = 4_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let chime: HTMLAudioElement | undefined;

/** Browsers block sounds before the first click on the page; that failure is only logged. */
async function play(): Promise<void> {
  try {
    chime ??= new Audio(FILE);
    chime.volume = POP_UP_VOLUME;
    chime.currentTime = 0;
    await chime.play();
  } catch (error) {
    logFailure("playing a sound", error);
  }
}

/** Resolves to true in exactly one tab; in browsers without locks, in every visible tab. */
function claim(eventId: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(document.visibilityState === "visible");
  return new Promise((resolve) => {
    void navigator.locks.request(`caramelo:som:${eventId}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await wait(HELD_MS);
    });
  });
}

/**
 * Plays the sound of an event, such as a message, in one tab. A tab that already shows the event claims the sound
 * silently.
 */
export async function ringOnce(eventId: string, isWanted: boolean): Promise<void> {
  const receivedAt = performance.now();
  if (document.visibilityState !== "visible") await wait(HIDDEN_WAIT_MS);
  if (performance.now() - receivedAt > LATE_MS) return;
  if ((await claim(eventId)) && isWanted) await play();
}
