import { CATEGORY_NAMES, dataCategories, fillPeriods } from "@caramelo/contract/personal-data/categories";

type Member = { email: string; isVerified: boolean };

type Correction = { title: string; text: string; to: string; linkText: string };

/** The stored data of account and profile, and where the member can see and correct it. */
export function listCorrections({ email, isVerified }: Member): Correction[] {
  return [
    { title: "E-mail", text: email, to: "/configuracoes#conta", linkText: "Alterar" },
    {
      title: "Perfil",
      text: isVerified ? "Nome, cidade, textos e fotos" : "Nome, idade, cidade, textos e fotos",
      to: "/perfil",
      linkText: "Corrigir",
    },
    {
      title: "Configurações",
      text: "Avisos, e-mails, privacidade e pessoas bloqueadas",
      to: "/configuracoes#notificacoes",
      linkText: "Alterar",
    },
    { title: "Aparelhos", text: "Onde sua conta está aberta", to: "/configuracoes#dispositivos", linkText: "Ver" },
    { title: "Compras", text: "Pedidos, pagamentos e recibos", to: "/compras", linkText: "Ver" },
    { title: "Verificação", text: "Documento, selfie e decisão", to: "/verificacao", linkText: "Ver" },
  ];
}

/** "Apagadas." or "Apagados dos dois lados.": deleted completely. */
const IS_GONE = /^Apagad[ao]s?(?: dos dois lados)?\.$/;

/** What an erasure deletes and what it keeps, derived from the inventory. */
export function listOutcomes() {
  const outcomes = CATEGORY_NAMES.map((name) => ({
    name: dataCategories[name].name,
    text: fillPeriods(dataCategories[name].onErasure),
  }));
  return {
    gone: outcomes.filter(({ text }) => IS_GONE.test(text)).map(({ name }) => name),
    rest: outcomes.filter(({ text }) => !IS_GONE.test(text)),
  };
}
