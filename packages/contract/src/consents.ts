/**
 * What a member agrees to at sign-up, word for word. A changed text needs a new version: what is stored is the version
 * and a hash of the text. No imports: the browser loads this file as it is.
 */
export const consentTexts = {
  terms: {
    version: "2026-11-21",
    text: "Tenho 18 anos ou mais e aceito os Termos de uso e a Política de privacidade.",
  },
  sensitiveData: {
    version: "2026-11-21",
    text: "Ao aceitar, autorizo o tratamento dos dados sensíveis que eu informar, como os que revelam minha vida afetiva, só para o funcionamento do site.",
  },
  marketing: {
    version: "2026-11-21",
    text: "Quero receber novidades e ofertas por email.",
  },
} as const;
