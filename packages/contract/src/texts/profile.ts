/** Texts of the profile screens. No imports, so that a screen with these texts loads nothing else. */

export const profileTexts = {
  profileLoadFailed: "Erro ao carregar perfil",
  profileSaved: "Seu perfil foi atualizado.",
  wildcardLeft: "Agora você aparece na sua própria cidade.",
  profileMissing: "Perfil não encontrado",
  profileIdMissing: "Perfil não informado",
} as const;

export const accountTypeNames = { baby: "Sugar Baby", daddy: "Sugar Daddy", mommy: "Sugar Mommy" } as const;

export const MANAGED_LABEL = "Perfil gerenciado";
