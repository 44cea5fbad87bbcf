import { type SignUpDraft, type SignUpForm, toDraft } from "./sign-up-rules.ts";

const STORED_AS = "cadastro";

/** Keeps step 1 for a reload of this tab, without the passwords. */
export function keepDraft(form: SignUpForm): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(toDraft(form)));
  } catch {
    // A browser that refuses storage still signs people up.
  }
}

export function findDraft(): Partial<SignUpDraft> {
  try {
    // Written by keepDraft of this tab; a stranger's shape would fail the form's own rules, not this line.
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? "{}") as Partial<SignUpDraft>;
  } catch {
    return {};
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was kept.
  }
}
