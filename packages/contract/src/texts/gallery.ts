/** Texts of the member's own gallery. No imports: the browser loads this file as it is. */

export const galleryTexts = {
  photoRemoveFailed: "Erro ao remover foto",
  photoUploadFailed: "Erro ao fazer upload das fotos",
  mainPhotoFailed: "Erro ao definir foto de perfil",
  photosLoadFailed: "Erro ao carregar fotos",
} as const;
