/** Texts of measures, appeals and notices. Imports types only: the browser loads this file as it is. */
import type { ReportReason } from "../report-reasons.ts";

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
} as const;
export type MeasureKind = keyof typeof measureNames;
export const MEASURE_KINDS = Object.keys(measureNames) as MeasureKind[]; // it has no other keys

/** What the team may tell a member without typing; the form starts with the words of the case's gravest reason. */
export const measureReasons: Record<ReportReason, string> = {
  fake_profile: "Recebemos relatos de que seu perfil não é de quem diz ser. Perfis devem ser verdadeiros.",
  inappropriate_photos:
    "Uma foto do seu perfil não segue nossas regras: sem nudez, sem sexo explícito e sem outras pessoas sem autorização.",
  inappropriate_behavior: "Recebemos relatos de comportamento que não segue nossas regras de respeito.",
  spam_or_scam: "Recebemos relatos de propaganda, pedido de dinheiro ou golpe, o que não é permitido aqui.",
  harassment: "Recebemos relatos de assédio. Insistir depois de um não e ofender outras pessoas não é permitido aqui.",
  underage: "Recebemos relatos de que você pode ter menos de 18 anos. O site é só para adultos.",
  other: "Recebemos relatos sobre a sua conta e, depois de analisar, tomamos esta medida.",
};

/** What calls the team at once, as its mail counts it. */
export const alarmTexts = {
  report: {
    one: "1 denúncia de uma pessoa do site, que já escondeu um perfil ou uma foto",
    many: "denúncias de pessoas do site, que já esconderam perfis ou fotos",
  },
  notice: { one: "1 aviso do formulário público", many: "avisos do formulário público" },
} as const;
export type AlarmKind = keyof typeof alarmTexts;
export const isAlarmKind = (kind: string): kind is AlarmKind => Object.hasOwn(alarmTexts, kind);
/** An alarm that another release stored. */
export const otherAlarms = { one: "1 outra ocorrência", many: "outras ocorrências" } as const;

export const noticeNames = {
  intimate: "Imagem íntima divulgada sem autorização",
  minor: "Segurança de criança ou adolescente",
  other: "Outro conteúdo ilegal",
} as const;
export type NoticeKind = keyof typeof noticeNames;
/** What the member reads when a notice is accepted, unless the team writes something else. */
export const noticeReasons: Record<NoticeKind, string> = {
  intimate: "Recebemos um aviso de imagem íntima publicada no seu perfil sem autorização de quem aparece nela.",
  minor: "Recebemos um aviso sobre a segurança de criança ou adolescente ligado ao seu perfil.",
  other: "Recebemos um aviso de conteúdo ilegal no seu perfil e, depois de analisar, tomamos esta medida.",
};
export const NOTICE_KINDS = Object.keys(noticeNames) as NoticeKind[]; // it has no other keys
