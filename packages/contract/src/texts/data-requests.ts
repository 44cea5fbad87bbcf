/** Texts of data requests. No imports, so that a screen with these texts loads nothing else. */

/** The kinds of LGPD requests (art. 18, and art. 20 for `automation`). */
export const dataRequestNames = {
  access: "Saber se vocês têm dados meus, e quais",
  correction: "Corrigir dados",
  erasure: "Apagar, bloquear ou anonimizar dados",
  portability: "Levar meus dados para outro serviço",
  sharing: "Saber com quem meus dados são compartilhados",
  consent: "Retirar uma autorização",
  automation: "Rever uma decisão automática",
  other: "Outro assunto sobre os meus dados",
} as const;
export type DataRequestKind = keyof typeof dataRequestNames;
export const DATA_REQUEST_KINDS = Object.keys(dataRequestNames) as DataRequestKind[]; // The record has no other keys.

export const dataRequestFields = {
  dataRequestKindRequired: "Escolha o que você quer pedir",
  dataRequestWordsRequired: "Escreva o seu pedido",
  dataRequestWordsTooLong: "Use no máximo 2.000 caracteres",
  dataAnswerTooLong: "Use no máximo 4.000 caracteres",
} as const;

/** The form's text after receipt, depending on the sent mail. */
export const dataRequestMailTexts = {
  link: "Enviamos um e-mail com um link. Abra-o para confirmar que o endereço é seu: só depois disso a equipe recebe o pedido.",
  receipt: "Enviamos um e-mail com o número do pedido.",
  later:
    "Recebemos muitos pedidos na última hora, por isso o e-mail com o link vai demorar um pouco. Quando chegar, abra o link para confirmar que o endereço é seu: só depois disso a equipe recebe o pedido.",
} as const;

/** The screen of the link that confirms a request. */
export const dataRequestConfirmationTexts = {
  question: "Confirme que foi você que enviou um pedido sobre os seus dados e que este e-mail é seu.",
  effect: "A resposta vai só para este e-mail.",
  notYours: "Se não foi você, feche esta página: sem a confirmação, o pedido é apagado.",
  done: "Pedido confirmado. Uma pessoa da equipe responde por e-mail.",
  refused: "Este link não vale mais: ele já foi usado, venceu, ou o endereço está incompleto.",
} as const;
