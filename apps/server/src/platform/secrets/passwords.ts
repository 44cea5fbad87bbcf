import { brazilianPasswords } from "@caramelo/contract/accounts/brazilian-passwords";
import { PASSWORD_MIN } from "@caramelo/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { openPasswordLanes, type PasswordSender } from "./password-lanes.ts";

const listRefusable = (passwords: readonly (string | number)[]) =>
  passwords.map((password) => String(password).toLowerCase()).filter((password) => password.length >= PASSWORD_MIN);

// Only 3,000 entries of the international list are used, because it is mostly English.
const COMMON = new Set([
  ...listRefusable(dictionary["passwords-common"]).slice(0, 3_000),
  ...listRefusable(brazilianPasswords),
]);

// The cost of Argon2id that OWASP's password storage cheat sheet advises: 19 MiB, two passes, no parallelism.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const lanes = openPasswordLanes();

/** Normalizes a password, because keyboards send accents in different forms (NIST SP 800-63B). */
function canonical(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Whether a password is among the 3,000 most common ones that the length rule allows, or common in Brazil. Case does
 * not matter.
 */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(canonical(password).toLowerCase());
}

/** For tests: returns every password that `isCommonPassword` recognizes. */
export function listCommonPasswords(): string[] {
  return [...COMMON];
}

/**
 * Hashes a password. Throws RATE_LIMIT_EXCEEDED when too many passwords of the sender, or of their lane, are waiting.
 */
export function hashPassword(password: string, sender: PasswordSender): Promise<string> {
  return lanes.run(sender, () => hash(canonical(password), COST));
}

/**
 * Looks up the account of a password, in turns as well: a crowd of unknown senders must not occupy the database. Throws
 * RATE_LIMIT_EXCEEDED like `hashPassword`.
 */
export function lookUpAccount<T>(sender: PasswordSender, lookUp: () => Promise<T>): Promise<T> {
  return lanes.lookUp(sender, lookUp);
}

let decoy: Promise<string> | undefined;

/**
 * Checks a password. Without a hash the same work is done on a decoy, so that the time does not reveal whether an
 * account exists. Throws RATE_LIMIT_EXCEEDED like `hashPassword`.
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
