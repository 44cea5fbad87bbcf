type Tone = "success" | "warning";

/** What the sign-in screen says above its form. */
export type SignInNotice = { text: string; tone: Tone };

/** What another screen asks the sign-in screen to say; travels in the history entry, not in the address. */
export type NoticeState = { notice: string; tone?: Tone };

/** Good news unless it says otherwise. */
export function findNotice(state: unknown): SignInNotice | undefined {
  if (typeof state !== "object" || state === null || !("notice" in state)) return undefined;
  if (typeof state.notice !== "string") return undefined;
  return { text: state.notice, tone: "tone" in state && state.tone === "warning" ? "warning" : "success" };
}
