import { type Consent, consentTexts } from "@caramelo/contract/accounts/consents";
import { longDayText } from "@caramelo/contract/formats/moments";
import type { GivenConsent } from "./queries.ts";

const consentNames: Record<Consent, string> = {
  terms: "Termos de uso e Política de privacidade",
  sensitiveData: "Dados sensíveis",
  marketing: "Novidades e ofertas por e-mail",
};

/** The path of the screen that erases the account. */
export const ERASURE_PATH = "/configuracoes/dados#exclusao";

/** Shown if a consent's text was not stored. */
const UNKNOWN_TEXT = "O texto desta versão não foi guardado. Peça-o pelo formulário de pedidos.";

const dayOf = (version: string) => longDayText(version.slice(0, "2026-11-21".length));

export type ShownConsent = {
  kind: Consent;
  name: string;
  text: string;
  isGiven: boolean;
  /** Versions and dates, in one sentence each. */
  facts: string[];
};

/** The current state of a consent: the latest one of its kind, or the text that could be agreed to. */
export function describeConsent(kind: Consent, consents: readonly GivenConsent[], lacksConsent: boolean): ShownConsent {
  const latestConsent = consents.find((consent) => consent.kind === kind);
  const isGiven = latestConsent?.withdrawnAt === null && !(kind === "sensitiveData" && lacksConsent);
  const { version, text } = consentTexts[kind];
  if (!latestConsent)
    return {
      kind,
      name: consentNames[kind],
      text,
      isGiven,
      facts: [`Versão de ${dayOf(version)}. Ainda não autorizado.`],
    };
  return {
    kind,
    name: consentNames[kind],
    text: latestConsent.text ?? UNKNOWN_TEXT,
    isGiven,
    facts: [
      `Versão de ${dayOf(latestConsent.version)}. Autorizado em ${longDayText(latestConsent.givenAt)}.`,
      ...(latestConsent.withdrawnAt === null ? [] : [`Retirada em ${longDayText(latestConsent.withdrawnAt)}.`]),
      ...(latestConsent.version === version ? [] : [`O texto em vigor é de ${dayOf(version)}.`]),
    ],
  };
}

/** What a press agrees to: the text in force, quoted if another one is shown. */
export function describeAgreement(kind: Consent, shownText: string): string {
  const { text } = consentTexts[kind];
  return shownText === text
    ? "Ao autorizar, você concorda com o texto acima."
    : `Ao autorizar, você concorda com o texto em vigor: “${text}”`;
}

/** The earlier consents, which are no longer in force or were given again. */
export function listEarlier(consents: readonly GivenConsent[]): GivenConsent[] {
  const seenKinds = new Set<Consent>();
  return consents.filter(({ kind }) => seenKinds.size === seenKinds.add(kind).size);
}

/**
 * "Novidades e ofertas por e-mail: autorizado em 22 de novembro de 2026, retirada em 23 de novembro de 2026 (versão de
 * …)".
 */
export function describeEarlier({ kind, version, givenAt, withdrawnAt }: GivenConsent): string {
  const end = withdrawnAt === null ? "" : `, retirada em ${longDayText(withdrawnAt)}`;
  return `${consentNames[kind]}: autorizado em ${longDayText(givenAt)}${end} (versão de ${dayOf(version)})`;
}
