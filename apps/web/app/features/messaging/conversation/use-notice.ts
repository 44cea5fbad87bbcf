import { useState } from "react";
import { useMember } from "~/platform/session.ts";

// The member's id comes second, because platform/device-traces.ts finds a member's keys by it.
const keyOf = (memberId: string, withId: string) => `aviso:${memberId}:${withId}`;

/** Stores in this browser that a member has read the safety notice of a conversation. */
export function dismissNotice(memberId: string, withId: string): void {
  try {
    localStorage.setItem(keyOf(memberId, withId), "lido");
  } catch {
    // Without storage the notice appears again on the next visit, until the first message is sent.
  }
}

function isNoticeDismissed(memberId: string, withId: string): boolean {
  try {
    return localStorage.getItem(keyOf(memberId, withId)) !== null;
  } catch {
    return false;
  }
}

/** Whether to show the pair's safety notice: until the first message or until the member dismisses it. */
export function useNotice(peerId: string, isFirst: boolean) {
  const { id } = useMember();
  const [isDismissed, setIsDismissed] = useState(() => isNoticeDismissed(id, peerId));
  const dismiss = () => {
    dismissNotice(id, peerId);
    setIsDismissed(true);
  };
  return { isShown: isFirst && !isDismissed, dismiss };
}
