import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs } from "@zxcvbn-ts/language-common";
import { translations } from "@zxcvbn-ts/language-pt-br";
import { commonPasswords } from "./common-passwords.ts";

// The full dictionaries weigh 500 kB: too much for a hint. The server knows the 3,000 most common ones.
const judge = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  translations,
  dictionary: { "passwords-common": [...commonPasswords] },
  maxLength: 48,
});

export type PasswordVerdict = { score: number; advice: string | undefined };

/** How hard a password is to guess: 0 to 4, and what would help. `own` are words an attacker knows of the person. */
export function judgePassword(password: string, own: string[]): PasswordVerdict {
  const { score, feedback } = judge.check(password, own);
  return { score, advice: feedback.warning ?? feedback.suggestions[0] };
}
