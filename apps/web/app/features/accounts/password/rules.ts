import type { PasswordStrengthVerdict } from "./classify-password.ts";

const strengthNames = ["Muito fraca", "Fraca", "Razoável", "Boa", "Forte"] as const;

/** The strength of a password in words. */
export const strengthName = (score: PasswordStrengthVerdict["score"]): string => strengthNames[score];
