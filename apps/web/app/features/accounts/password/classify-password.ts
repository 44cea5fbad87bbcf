import { brazilianPasswords } from "@caramelo/contract/accounts/brazilian-passwords";
import { passwordAdviceTexts } from "@caramelo/contract/texts/new-password";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs } from "@zxcvbn-ts/language-common";
import { translations } from "@zxcvbn-ts/language-pt-br";

// The full dictionaries have 500 kB, too much for a hint. The server refuses the 3,000 most common passwords and the
// Brazilian ones listed here.
const zxcvbn = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  translations: {
    ...translations,
    warnings: { ...translations.warnings, ...passwordAdviceTexts.warnings },
    suggestions: { ...translations.suggestions, ...passwordAdviceTexts.suggestions },
  },
  dictionary: { "passwords-common": [...brazilianPasswords] },
  maxLength: 48,
});

export type PasswordStrengthVerdict = { score: 0 | 1 | 2 | 3 | 4; advice: string | undefined };

/**
 * How hard a password is to guess, from 0 to 4, and what would make it stronger. `own` are words that an attacker knows
 * about the person.
 */
export function classifyPassword(password: string, own: string[]): PasswordStrengthVerdict {
  const { score, feedback } = zxcvbn.check(password, own);
  return { score, advice: feedback.warning ?? feedback.suggestions[0] };
}
