import { TYPING_IDLE_MS } from "@caramelo/contract/limits";
import { useEffect, useEffectEvent, useRef } from "react";
import { sendTyping } from "../messaging-client.ts";

/** The typing event is sent at most this often. */
const SEND_EVERY_MS = 2_000;

/** Sends when this member starts typing and when they stop: after a pause, on leaving, on sending. */
export function useTypingSignal(withId: string) {
  const sentAt = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  function stop() {
    clearTimeout(pause.current);
    if (sentAt.current === 0) return;
    sentAt.current = 0;
    sendTyping(withId, false);
  }
  function press() {
    clearTimeout(pause.current);
    pause.current = setTimeout(stop, TYPING_IDLE_MS);
    if (Date.now() - sentAt.current < SEND_EVERY_MS) return;
    sentAt.current = Date.now();
    sendTyping(withId, true);
  }
  const stopAtEnd = useEffectEvent(stop);
  useEffect(() => () => stopAtEnd(), []);
  return { press, stop };
}
