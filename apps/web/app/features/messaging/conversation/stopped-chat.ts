// The member's id stands second, because platform/device-traces.ts finds the keys of a member by it.
const keyOf = (memberId: string) => `parada:${memberId}:`;
/** Most purchases take less time. One that is made later has probably begun somewhere else. */
const LASTS_MS = 3_600_000;

/**
 * Remembers in this tab the conversation in which a payer was asked to buy, so that the purchase can lead back to it.
 */
export function keepStoppedChat(memberId: string, withId: string | null): void {
  try {
    if (withId === null) sessionStorage.removeItem(keyOf(memberId));
    else sessionStorage.setItem(keyOf(memberId), `${Date.now()} ${withId}`);
  } catch {
    // Without storage, the payer has to return through the list of conversations.
  }
}

export function readStoppedChat(memberId: string): string | null {
  try {
    const [at, withId = null] = sessionStorage.getItem(keyOf(memberId))?.split(" ") ?? [];
    return Date.now() - Number(at) < LASTS_MS ? withId : null;
  } catch {
    return null;
  }
}
