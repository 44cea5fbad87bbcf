import { emptySignUp, type SignUpDraft, type SignUpForm, toDraft } from "./rules.ts";

const STORED_AS = "cadastro";

/** Stores step 1 without the passwords, so that it survives a reload of this tab. */
export function keepDraft(form: SignUpForm): void {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(toDraft(form)));
  } catch {
    // The sign-up also works without storage.
  }
}

/**
 * The draft of this tab. Only values that fit the form are read, because an older version of the page may have stored
 * them.
 */
export function findDraft(): Partial<SignUpDraft> {
  try {
    const storedFields: object | null = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "{}");
    return Object.fromEntries(Object.entries(storedFields ?? {}).filter(fitsField));
  } catch {
    return {};
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // Without storage there is no draft.
  }
}

function fitsField([name, value]: [string, unknown]): boolean {
  const blanks: Record<string, unknown> = toDraft(emptySignUp);
  if (name === "city") return value === null || isCityChoice(value);
  return Object.hasOwn(blanks, name) && typeof value === typeof blanks[name];
}

function isCityChoice(storedValue: unknown): boolean {
  const { value, label }: Record<string, unknown> = Object(storedValue);
  return typeof value === "string" && typeof label === "string";
}
