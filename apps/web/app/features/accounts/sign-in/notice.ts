type Tone = "success" | "warning";

/** What the sign-in screen shows above its form. */
export type SignInNotice = { text: string; tone: Tone };

/** What another screen asks the sign-in screen to show. It is kept in the history entry and not in the address. */
export type NoticeState = {
  notice: string;
  tone?: Tone;
  /** The e-mail of an account that was just made, so that the person need not type it again. */
  newEmail?: string;
};

/** The notice in a history entry. Its tone is "success" unless the entry says "warning". */
export function findNotice(state: unknown): SignInNotice | undefined {
  if (typeof state !== "object" || state === null || !("notice" in state)) return undefined;
  if (typeof state.notice !== "string") return undefined;
  return { text: state.notice, tone: "tone" in state && state.tone === "warning" ? "warning" : "success" };
}

/** The e-mail, in a history entry, of an account that was just made. */
export function findNewEmail(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("newEmail" in state)) return undefined;
  return typeof state.newEmail === "string" && state.newEmail !== "" ? state.newEmail : undefined;
}
