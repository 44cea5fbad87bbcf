/** Texts of photo pickers about chosen files. No imports, so that a screen with these texts loads nothing else. */

export const photoErrors = {
  FILE_INVALID_TYPE: "Tipo de arquivo não suportado. Use apenas imagens JPEG, PNG ou WebP.",
  FILE_INCOMPLETE: "A foto chegou incompleta. Escolha de novo.",
  PHOTOS_TOO_FEW: "Por favor, envie pelo menos 2 fotos.",
  PHOTOS_TOO_MANY: "Você pode enviar no máximo 5 fotos.",
} as const;

export const photoTexts = {
  tooFew: photoErrors.PHOTOS_TOO_FEW,
  tooMany: photoErrors.PHOTOS_TOO_MANY,
  wrongType: "Apenas imagens JPEG, PNG e WebP são permitidas.",
  tooLarge: "Cada imagem deve ter no máximo 5MB.",
  /** The gallery accepts files up to this size, because it compresses those that are too large to send. */
  galleryTooLarge: "Cada imagem deve ter no máximo 30MB.",
} as const;
