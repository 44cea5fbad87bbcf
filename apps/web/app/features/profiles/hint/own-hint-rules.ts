import { countWords } from "@caramelo/contract/formats/counts";
import { ABOUT_HINT_BELOW, PHOTOS_MAX } from "@caramelo/contract/limits";
import type { OwnProfile } from "../own/own-rules.ts";

export type OwnHint = { title: string; text: string; to: string; action: string };

const LOOK = {
  text: "Veja como ele aparece para as outras pessoas.",
  to: "/perfil?ver=outros",
  action: "Ver meu perfil",
};

/** The hint until the member's own profile has loaded. */
export const GENERAL_HINT: OwnHint = { title: "Seu perfil", ...LOOK };

/** Profiles with fewer photos get the hint to add one: a third photo shows more than face and figure. */
const PHOTOS_WANTED = 3;

/** Returns the hint that would help this profile most; for a complete profile, a link to view it. */
export function findOwnHint({
  photos,
  bio,
  lookingFor,
}: Pick<OwnProfile, "bio" | "lookingFor"> & { photos: readonly unknown[] }): OwnHint {
  const mine = { to: "/perfil", action: "Completar perfil" };
  if (photos.length < PHOTOS_WANTED) {
    const has = countWords(photos.length, "foto", "fotos");
    return { ...mine, title: "Mostre mais de você", text: `Seu perfil tem ${has}, e cabem até ${PHOTOS_MAX}.` };
  }
  if (isShort(bio)) return { ...mine, title: "Conte mais sobre você", text: "Duas frases já ajudam a puxar assunto." };
  if (isShort(lookingFor))
    return { ...mine, title: "Diga o que você busca", text: "Assim quem combina com você sabe o que dizer." };
  return { title: "Seu perfil está completo", ...LOOK };
}

const isShort = (text: string | null) => (text ?? "").trim().length < ABOUT_HINT_BELOW;
