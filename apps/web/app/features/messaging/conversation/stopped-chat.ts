// The member's id stands second, because platform/device-traces.ts finds the keys of a member by it.
const keyOf = (memberId: string) => `parada:${memberId}:`;

/**
 * Remembers in this tab the conversation in which a payer was asked to buy, so that the purchase can lead back to it.
 */
export function keepStoppedChat(memberId: string, withId: string | null): void {
  try {
    if (withId === null) sessionStorage.removeItem(keyOf(memberId));
    else sessionStorage.setItem(keyOf(memberId), withId);
  } catch {
    // Without storage, the payer has to return through the list of conversations.
  }
}

export function readStoppedChat(memberId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(memberId));
  } catch {
    return null;
  }
}
