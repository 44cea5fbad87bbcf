import { brand } from "../brand/brand.ts";

/**
 * The consent texts of the sign-up. `version` is the day of the last change, numbered from the second change of that
 * day on. An account stores the version, so a changed text needs a new one. Imports only the brand, so that a screen
 * loads little else with this file.
 */
export const consentTexts = {
  terms: {
    version: "2026-11-28.1",
    text: "Tenho 18 anos ou mais e aceito os Termos de uso e a Política de privacidade.",
  },
  sensitiveData: {
    version: "2026-11-21",
    // A getter, because the brand may change after this file was loaded.
    get text() {
      return `Meu perfil e o que busco podem revelar minha vida afetiva e sexual, um dado sensível para a lei. Autorizo o ${brand.name} a usar essas informações só para mostrar meu perfil, sugerir pessoas e manter minhas conversas. Posso retirar essa autorização quando quiser.`;
    },
  },
  marketing: { version: "2026-11-21", text: "Quero receber novidades e ofertas (opcional)." },
} as const;

export const CONSENT_KINDS = ["terms", "sensitiveData", "marketing"] as const satisfies Consent[];
export type Consent = keyof typeof consentTexts;

/** The consents that an account can exist without. Withdrawing the terms erases the account. */
export const WITHDRAWABLE_CONSENTS = ["sensitiveData", "marketing"] as const satisfies Consent[];
export type WithdrawableConsent = (typeof WITHDRAWABLE_CONSENTS)[number];
