/** The welcome of a new account. The preceding greeting agrees in gender with the member. */
export const welcomeTexts = {
  onAir: "Seu perfil está no ar",
  seenByOthers: "É assim que as outras pessoas veem você.",
  notVisible: "A equipe está revisando seu perfil. Por enquanto ele não aparece para as outras pessoas.",
  near: "Ver quem está perto",
  addPhotos: "Adicionar mais fotos",
  ownProfile: "Ver meu perfil",
} as const;
