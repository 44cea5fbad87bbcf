import { PASSWORD_MIN } from "@caramelo/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { openLane } from "./lane.ts";

const COMMON = new Set(
  dictionary["passwords-common"]
    .map((password) => String(password).toLowerCase())
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, 3_000),
);

// Argon2id as OWASP's password storage cheat sheet advises: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Hashing takes threads from the four that also read photos from disk: two stay free, however many sign in at once.
// Those who wait are judged within a few seconds.
const lane = openLane({ places: 2, waiting: 200 });

/** The same keystrokes give the same password whatever form the keyboard sends accents in (NIST SP 800-63B). */
function canonical(password: string): string {
  return password.normalize("NFKC");
}

/** Whether a password is among the 3,000 most common that the length rule lets through; case does not matter. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(canonical(password).toLowerCase());
}

/** For tests: each password that `isCommonPassword` refuses. */
export function listCommonPasswords(): string[] {
  return [...COMMON];
}

/** RATE_LIMIT_EXCEEDED when too many passwords wait already. */
export function hashPassword(password: string): Promise<string> {
  return lane.run(() => hash(canonical(password), COST));
}

let decoy: Promise<string> | undefined;

/**
 * Without a hash, the same work is done on a decoy, so that the time does not tell whether an account exists.
 * RATE_LIMIT_EXCEEDED when too many passwords wait already.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash("no account has this password", COST);
  const judged = passwordHash ?? (await decoy);
  const isRight = await lane.run(() => verify(judged, canonical(password)));
  return isRight && passwordHash !== undefined;
}
