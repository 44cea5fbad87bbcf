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

export function isNoticeDismissed(memberId: string, withId: string): boolean {
  try {
    return localStorage.getItem(keyOf(memberId, withId)) !== null;
  } catch {
    return false;
  }
}
