import { PASSWORD_MIN } from "@caramelo/contract/limits";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

const COMMON = new Set(
  dictionary["passwords-common"]
    .map((password) => String(password).toLowerCase())
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, 3_000),
);

// Argon2id as OWASP's password storage cheat sheet advises: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), COST);
}

let decoy: Promise<string> | undefined;

/** Without a hash, the same work is done on a decoy, so that the time does not tell whether an account exists. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const isRight = await verify(passwordHash ?? (await decoy), canonical(password));
  return isRight && passwordHash !== undefined;
}
