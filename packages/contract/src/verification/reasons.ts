/**
 * Why a verification was not approved: the stored key, the words for staff, and the sentence for the member. No
 * imports, so that a screen loads nothing else with this file.
 */
export const verificationReasons = {
  unreadable: {
    label: "Documento ilegível",
    text: "Não conseguimos ler o documento. Envie fotos nítidas, sem reflexo e com o documento inteiro.",
  },
  wrong_document: {
    label: "Documento não aceito",
    text: "Não aceitamos este tipo de documento. Envie RG, CNH ou passaporte válido, frente e verso.",
  },
  selfie_differs: {
    label: "Selfie não confere",
    text: "Não conseguimos confirmar que a selfie é da mesma pessoa do documento. Tire outra com o rosto bem iluminado.",
  },
  birth_date_differs: {
    label: "Data de nascimento não confere",
    text: "A data de nascimento informada não é a do documento. Confira e envie de novo.",
  },
  profile_differs: {
    label: "Fotos do perfil não conferem",
    text: "As fotos do seu perfil não parecem ser da pessoa do documento. Troque as fotos e envie de novo.",
  },
  underage: {
    label: "Menor de 18 anos (suspende a conta)",
    text: "Pelo documento, você ainda não tem 18 anos. O site é só para maiores de idade.",
  },
  /** Requires a note, which the member reads. */
  other: { label: "Outro motivo", text: "" },
} as const;

export type VerificationReason = keyof typeof verificationReasons;

// The cast is safe, because the record has no other keys.
export const VERIFICATION_REASONS = Object.keys(verificationReasons) as VerificationReason[];
