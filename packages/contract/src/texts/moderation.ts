/** Texts of measures, appeals and notices. Imports types only, so that a screen with these texts loads nothing else. */

export const appealFields = {
  appealRequired: "Conte por que a medida deve ser revista",
  appealTooLong: "Use no máximo 2.000 caracteres",
} as const;

export const noticeFields = {
  noticeKindRequired: "Escolha do que se trata",
  noticeAddressRequired: "Diga onde está o conteúdo",
  noticeAddressTooLong: "Use no máximo 500 caracteres",
  noticeWordsRequired: "Conte o que aconteceu",
  noticeWordsTooLong: "Use no máximo 2.000 caracteres",
} as const;

export const measureNames = {
  warning: "Advertência",
  photo_hidden: "Foto retirada",
  suspension: "Conta suspensa",
  ban: "Conta banida",
  under_review: "Oculto até a análise",
} as const;
export type MeasureKind = keyof typeof measureNames;
export const MEASURE_KINDS = Object.keys(measureNames) as MeasureKind[]; // The record has no other keys.

/** The predefined reasons for staff. The form starts with the one for the case's gravest reason. */
export const measureReasons = {
  fake_profile: "Recebemos relatos de que seu perfil não é de quem diz ser. Perfis devem ser verdadeiros.",
  inappropriate_photos:
    "Uma foto do seu perfil não segue nossas regras: sem nudez, sem sexo explícito e sem outras pessoas sem autorização.",
  inappropriate_behavior: "Recebemos relatos de comportamento que não segue nossas regras de respeito.",
  spam_or_scam: "Recebemos relatos de propaganda, pedido de dinheiro ou golpe, o que não é permitido aqui.",
  harassment: "Recebemos relatos de assédio. Insistir depois de um não e ofender outras pessoas não é permitido aqui.",
  underage: "Recebemos relatos de que você pode ter menos de 18 anos. O site é só para adultos.",
  other: "Recebemos relatos sobre a sua conta e, depois de analisar, tomamos esta medida.",
};

/** The kinds of alarms, as counted in the mail to staff. */
export const alarmTexts = {
  report: {
    one: "denúncia de um membro, que já ocultou um perfil ou uma foto",
    many: "denúncias de membros, que já ocultaram perfis ou fotos",
  },
  notice: { one: "denúncia do formulário público", many: "denúncias do formulário público" },
} as const;
export type AlarmKind = keyof typeof alarmTexts;
export const isAlarmKind = (kind: string): kind is AlarmKind => Object.hasOwn(alarmTexts, kind);
/** The words for an alarm stored by another release. */
export const otherAlarms = { one: "outra ocorrência", many: "outras ocorrências" } as const;

export const noticeNames = {
  intimate: "Imagem íntima divulgada sem autorização",
  minor: "Segurança de criança ou adolescente",
  other: "Outro conteúdo ilegal",
} as const;
export type NoticeKind = keyof typeof noticeNames;
/** The member's text for an accepted notice, unless staff write another reason. */
export const noticeReasons: Record<NoticeKind, string> = {
  intimate: "Recebemos uma denúncia de imagem íntima publicada no seu perfil sem autorização de quem aparece nela.",
  minor: "Recebemos uma denúncia sobre a segurança de criança ou adolescente ligado ao seu perfil.",
  other: "Recebemos uma denúncia de conteúdo ilegal no seu perfil e, depois de analisar, tomamos esta medida.",
};
/** The form below a measure: an appeal, or an answer to content hidden before a review. */
export const appealWords = {
  appeal: {
    label: "Recorrer",
    hint: "Você pode recorrer uma vez. Outra pessoa da equipe lê e responde.",
    submit: "Enviar recurso",
    sent: "Recurso enviado",
  },
  reply: {
    label: "Responder",
    hint: "Você pode responder uma vez. Quem analisa a denúncia lê a sua resposta antes de decidir.",
    submit: "Enviar resposta",
    sent: "Resposta enviada",
  },
} as const;

/** The member's text when a notice has hidden their content before a review. */
export const reviewReasons = {
  photo:
    "Recebemos uma denúncia sobre uma foto do seu perfil. Ela fica oculta até uma pessoa da equipe analisar, em até 24 horas.",
  profile:
    "Recebemos uma denúncia sobre o seu perfil. Ele fica oculto até uma pessoa da equipe analisar, em até 24 horas.",
} as const;

/** The text for a member who answered, after the staff's decision. */
export const reviewAnswers = {
  shown: "Analisamos a denúncia e a sua resposta: o conteúdo voltou a aparecer.",
  taken:
    "Analisamos a denúncia e a sua resposta e decidimos tomar uma medida. Os detalhes estão em outro aviso da equipe.",
} as const;

/** The form's text after receipt of a notice, depending on the mail to its sender. */
export const noticeMailTexts = {
  link: "Enviamos um e-mail com um link. Abra-o para confirmar a denúncia: com a confirmação, o que você apontou pode ser ocultado antes mesmo da análise.",
  receipt: "Enviamos um e-mail com o número da denúncia.",
  later:
    "Recebemos muitas denúncias na última hora, por isso o e-mail vai demorar um pouco. A sua já chegou à equipe. Anote o número dela.",
} as const;

/** The staff's text about the sender of a notice. */
export const noticeSenderNames = {
  confirmed: "E-mail confirmado",
  member: "Enviado da conta de um membro",
  unknown: "E-mail não confirmado",
} as const;

/** The screen of the link that confirms a notice. */
export const noticeConfirmationTexts = {
  question: "Confirme que foi você que enviou uma denúncia de conteúdo e que este e-mail é seu.",
  effect: "O que a denúncia aponta pode ficar oculto para todos até a nossa análise.",
  notYours: "Se não foi você, feche esta página: sem a confirmação, a denúncia não fica ligada a este e-mail.",
  done: "Denúncia confirmada. Uma pessoa da equipe analisa e responde por e-mail.",
  refused: "Este link não vale mais: ele já foi usado, a denúncia já foi decidida, ou o endereço está incompleto.",
} as const;

export const NOTICE_KINDS = Object.keys(noticeNames) as NoticeKind[]; // The record has no other keys.
