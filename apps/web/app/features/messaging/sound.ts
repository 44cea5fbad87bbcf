import { POP_UP_VOLUME } from "@caramelo/contract/limits";
import { logFailure } from "~/platform/log.ts";

const FILE = "/nova-mensagem.wav";
/** The tab that is looked at goes first. */
const HIDDEN_WAIT_MS = 300;
/** Browsers may wake a hidden tab much later: then the sound has been heard, or is no news any more. */
const LATE_MS = 3_000;
/** Longer than a tab may be late. */
const HELD_MS = 4_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let chime: HTMLAudioElement | undefined;

/** A browser that has not been touched yet refuses to play; that is its good right. */
async function play(): Promise<void> {
  try {
    chime ??= new Audio(FILE);
    chime.volume = POP_UP_VOLUME;
    chime.currentTime = 0;
    await chime.play();
  } catch (error) {
    logFailure("playing the sound of a message", error);
  }
}

/** True in one tab of all. Where a browser has no locks, every tab that is looked at. */
function claim(messageId: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(document.visibilityState === "visible");
  return new Promise((resolve) => {
    void navigator.locks.request(`caramelo:som:${messageId}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await wait(HELD_MS);
    });
  });
}

/** The soft sound of a message, in one tab. A tab whose member sees the message claims it in silence. */
export async function ringOnce(messageId: string, isWanted: boolean): Promise<void> {
  const heardAt = performance.now();
  if (document.visibilityState !== "visible") await wait(HIDDEN_WAIT_MS);
  if (performance.now() - heardAt > LATE_MS) return;
  if ((await claim(messageId)) && isWanted) await play();
}
