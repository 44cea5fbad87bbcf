// The member's id stands second, because platform/device-traces.ts finds the keys of a member by it.
const keyOf = (memberId: string) => `parada:${memberId}:`;
/** Most purchases take less time. One that is made later has probably begun somewhere else. */
const LASTS_MS = 3_600_000;
const FIRST = " first";

type StoppedChat = {
  withId: string;
  /** The member had not written to the other one yet. */
  isFirst: boolean;
};

/**
 * Remembers in this tab the conversation in which a payer was asked to buy, so that the purchase can lead back to it.
 */
export function keepStoppedChat(memberId: string, chat: StoppedChat | null): void {
  try {
    if (chat === null) sessionStorage.removeItem(keyOf(memberId));
    else sessionStorage.setItem(keyOf(memberId), `${Date.now()} ${chat.withId}${chat.isFirst ? FIRST : ""}`);
  } catch {
    // Without storage, the payer has to return through the list of conversations.
  }
}

export function readStoppedChat(memberId: string): StoppedChat | null {
  try {
    const storedText = sessionStorage.getItem(keyOf(memberId)) ?? "";
    const [at, withId] = storedText.split(" ");
    if (!withId || Date.now() - Number(at) >= LASTS_MS) return null;
    return { withId, isFirst: storedText.endsWith(FIRST) };
  } catch {
    return null;
  }
}
