/** Texts of taking over a managed profile. No imports: the browser loads this file as it is. */

export const claimErrors = {
  CLAIM_LINK_INVALID: "Este convite não é válido ou já foi usado. Peça outro à nossa equipe.",
} as const;

export const claimTexts = { claimDone: "Perfil assumido! Entre com seu e-mail e a senha que você criou." } as const;
