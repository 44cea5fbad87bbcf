// The member's id stands second, as in every key that belongs to a member.
const keyOf = (memberId: string) => `parada:${memberId}:`;

/** Remembers, in this tab, in which conversation a payer was asked to buy: what they bought leads back to it. */
export function keepStoppedChat(memberId: string, withId: string | null): void {
  try {
    if (withId === null) sessionStorage.removeItem(keyOf(memberId));
    else sessionStorage.setItem(keyOf(memberId), withId);
  } catch {
    // Without storage there is no way back but the list of conversations.
  }
}

export function readStoppedChat(memberId: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(memberId));
  } catch {
    return null;
  }
}
