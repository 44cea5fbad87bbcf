/** What another screen asks the sign-in screen to say; travels in the history entry, not in the address. */
export type NoticeState = { notice: string };

export function findNotice(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("notice" in state)) return undefined;
  return typeof state.notice === "string" ? state.notice : undefined;
}
