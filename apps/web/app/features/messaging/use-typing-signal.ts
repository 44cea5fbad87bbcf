import { TYPING_IDLE_MS } from "@caramelo/contract/limits";
import { useEffect, useRef } from "react";
import { tellTyping } from "./desk.ts";

/** While keys are pressed the other one hears of it this often. */
const TELL_EVERY_MS = 2_000;

/** Tells the other one that this member writes, and when they stop: after a pause, on leaving, on sending. */
export function useTypingSignal(withId: string) {
  const toldAt = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  function stop() {
    clearTimeout(pause.current);
    if (toldAt.current === 0) return;
    toldAt.current = 0;
    tellTyping(withId, false);
  }
  function press() {
    clearTimeout(pause.current);
    pause.current = setTimeout(stop, TYPING_IDLE_MS);
    if (Date.now() - toldAt.current < TELL_EVERY_MS) return;
    toldAt.current = Date.now();
    tellTyping(withId, true);
  }
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  useEffect(() => () => latest.current(), []);
  return { press, stop };
}
