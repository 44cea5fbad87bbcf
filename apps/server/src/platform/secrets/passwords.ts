import { brazilianPasswords } from "@caramelo/contract/accounts/brazilian-passwords";
import { PASSWORD_MIN } from "@caramelo/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { openPasswordLanes, type PasswordSender } from "./password-lanes.ts";

const listRefusable = (passwords: readonly (string | number)[]) =>
  passwords.map((password) => String(password).toLowerCase()).filter((password) => password.length >= PASSWORD_MIN);

// The world's list is mostly English.
const COMMON = new Set([
  ...listRefusable(dictionary["passwords-common"]).slice(0, 3_000),
  ...listRefusable(brazilianPasswords),
]);

// Argon2id as OWASP's password storage cheat sheet advises: 19 MiB, two passes, no parallelism.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const lanes = openPasswordLanes();

/** The same password results from whichever form the keyboard sends accents in (NIST SP 800-63B). */
function canonical(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Whether a password is among the 3,000 most common that the length rule lets through, or common in Brazil; case does not
 * matter.
 */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(canonical(password).toLowerCase());
}

/** For tests: each password that `isCommonPassword` recognises. */
export function listCommonPasswords(): string[] {
  return [...COMMON];
}

/** Throws RATE_LIMIT_EXCEEDED when too many passwords of the sender, or of their lane, wait already. */
export function hashPassword(password: string, sender: PasswordSender): Promise<string> {
  return lanes.run(sender, () => hash(canonical(password), COST));
}

/**
 * Finds out whose password it is, in turns as well: a crowd that has proved nothing must not take the database from the others.
 * Throws RATE_LIMIT_EXCEEDED as `hashPassword` does.
 */
export function lookUpAccount<T>(sender: PasswordSender, lookUp: () => Promise<T>): Promise<T> {
  return lanes.lookUp(sender, lookUp);
}

let decoy: Promise<string> | undefined;

/**
 * Without a hash, the same work is done on a decoy, so that the time does not reveal whether an account exists.
 * Throws RATE_LIMIT_EXCEEDED as `hashPassword` does.
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  sender: PasswordSender,
): Promise<boolean> {
  decoy ??= hash("no account has this password", COST);
  const compared = passwordHash ?? (await decoy);
  const isMatch = await lanes.run(sender, () => verify(compared, canonical(password)));
  const isRight = isMatch && passwordHash !== undefined;
  lanes.recordCheck(sender, isRight);
  return isRight;
}
