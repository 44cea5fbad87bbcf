type Tone = "success" | "warning";

/** What the sign-in screen shows above its form. */
export type SignInWords = { text: string; tone: Tone };

/** What another screen asks the sign-in screen to show. It is kept in the history entry and not in the address. */
export type SignInState = {
  words: string;
  tone?: Tone;
  /** The e-mail of an account that was just made, so that the person need not type it again. */
  newEmail?: string;
};

/** The words in a history entry. Their tone is "success" unless the entry says "warning". */
export function findWords(state: unknown): SignInWords | undefined {
  if (typeof state !== "object" || state === null || !("words" in state)) return undefined;
  if (typeof state.words !== "string") return undefined;
  return { text: state.words, tone: "tone" in state && state.tone === "warning" ? "warning" : "success" };
}

/** The e-mail, in a history entry, of an account that was just made. */
export function findNewEmail(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("newEmail" in state)) return undefined;
  return typeof state.newEmail === "string" && state.newEmail !== "" ? state.newEmail : undefined;
}
