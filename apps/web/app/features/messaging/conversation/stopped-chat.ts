// The member's id comes second, because platform/device-traces.ts finds a member's keys by it.
const keyOf = (memberId: string) => `parada:${memberId}:`;
/** Most purchases take less time. A later one probably started elsewhere. */
const LASTS_MS = 3_600_000;
const FIRST = " first";

type StoppedChat = {
  withId: string;
  /** The member had not written to the other one yet. */
  isFirst: boolean;
};

/** Stores in this tab the conversation in which a payer was asked to buy, so that the purchase can return to it. */
export function keepStoppedChat(memberId: string, chat: StoppedChat | null): void {
  try {
    if (chat === null) sessionStorage.removeItem(keyOf(memberId));
    else sessionStorage.setItem(keyOf(memberId), `${Date.now()} ${chat.withId}${chat.isFirst ? FIRST : ""}`);
  } catch {
    // Without storage, the payer must return through the conversation list.
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
