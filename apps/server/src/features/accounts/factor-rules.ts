import { SIGN_IN_ALERT_LINK_HOURS } from "@caramelo/contract/limits";

// The alphabet of recovery codes, without letters and digits that people mistake for each other.
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const GROUP = 5;
const RECOVERY_LETTERS = 2 * GROUP;

/** Reads a typed code, which may have blanks, hyphens and small letters; undefined when it is of neither kind. */
export function readCode(text: string): { kind: "totp" | "recovery"; code: string } | undefined {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: "totp", code };
  return code.length === RECOVERY_LETTERS ? { kind: "recovery", code } : undefined;
}

/** How many random numbers below `RECOVERY_RANGE` one recovery code needs. */
export const RECOVERY_DRAWS = RECOVERY_LETTERS;
export const RECOVERY_RANGE = LETTERS.length;

/** A recovery code of two groups, made from random numbers: 49 bits. */
export function formatRecoveryCode(numbers: readonly number[]): string {
  const code = numbers.map((number) => LETTERS[number]).join("");
  return `${code.slice(0, GROUP)}-${code.slice(GROUP)}`;
}

type Factor = { setUpAt: Date | null };

/**
 * Whether "Não fui eu" removes a member's authenticator app: only one no older than such a link. Every app added since
 * the denied sign-in goes, even the member's own, or an intruder would lock the member out for good. An older app
 * stays, because access to a mailbox must not be enough to remove it.
 */
export function isFactorDeniable({ setUpAt }: Factor, now: Date): boolean {
  return setUpAt !== null && now.getTime() - setUpAt.getTime() <= SIGN_IN_ALERT_LINK_HOURS * 3_600_000;
}
