import { useState } from "react";
import { useMember } from "~/platform/session.ts";

// The member's id stands second, because platform/device-traces.ts finds the keys of a member by it.
const keyOf = (memberId: string, withId: string) => `aviso:${memberId}:${withId}`;

/** Remembers in this browser that a member has read the safety notice of a conversation. */
export function dismissNotice(memberId: string, withId: string): void {
  try {
    localStorage.setItem(keyOf(memberId, withId), "lido");
  } catch {
    // Without storage the notice is shown again at the next visit, until the first message is sent.
  }
}

function isNoticeDismissed(memberId: string, withId: string): boolean {
  try {
    return localStorage.getItem(keyOf(memberId, withId)) !== null;
  } catch {
    return false;
  }
}

/** For each pair, the safety notice is shown until the first message or until the member dismisses it. */
export function useNotice(peerId: string, isFirst: boolean) {
  const { id } = useMember();
  const [isDismissed, setIsDismissed] = useState(() => isNoticeDismissed(id, peerId));
  const dismiss = () => {
    dismissNotice(id, peerId);
    setIsDismissed(true);
  };
  return { isShown: isFirst && !isDismissed, dismiss };
}
