/** Texts about claiming a managed profile. No imports, so that a screen with these texts loads nothing else. */

export const claimErrors = {
  CLAIM_LINK_INVALID: "Este convite não é válido ou já foi usado. Peça outro à nossa equipe.",
} as const;

export const claimTexts = { claimDone: "Perfil assumido! Entre com seu e-mail e a senha que você criou." } as const;
