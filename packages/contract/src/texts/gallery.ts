/** Texts of the member's own gallery. No imports, so that a screen with these texts loads nothing else. */

export const galleryTexts = {
  photoRemoveFailed: "Erro ao remover foto",
  photoUploadFailed: "Erro ao fazer upload das fotos",
  mainPhotoFailed: "Erro ao definir foto de perfil",
  photosLoadFailed: "Erro ao carregar fotos",
} as const;
