import { brand } from "@caramelo/contract/brand";
import { APPEAL_DAYS } from "@caramelo/contract/limits";
import type { MeasureKind } from "@caramelo/contract/texts/moderation";
import { composeMail, type Words } from "../mail/rules.ts";

// A locked screen shows subjects: none says what the site is about, or what happened.
const subject = () => `Sobre a sua conta no ${brand.name}`;
const why = () => `Você recebe este e-mail porque tem uma conta aqui. Dúvidas: ${brand.supportEmail}.`;

const DAY = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeStyle: "short", timeZone: "America/Sao_Paulo" });

const mail = (kind: string, words: Omit<Words, "footnote">) => ({
  kind,
  ...composeMail({ ...words, footnote: why() }),
});

const WHAT: Record<MeasureKind, string> = {
  warning: "A nossa equipe enviou uma advertência para a sua conta.",
  photo_hidden: "A nossa equipe retirou uma foto do seu perfil.",
  suspension: "A nossa equipe suspendeu a sua conta. Enquanto isso, ninguém vê o seu perfil e não é possível entrar.",
  ban: "A nossa equipe encerrou a sua conta de forma definitiva.",
};

type Measure = { kind: MeasureKind; reason: string; until: Date | null };

/** What the team did and why, with the one way to ask for another look. */
export function measureMail({ kind, reason, until }: Measure, url: string) {
  return mail("measure", {
    subject: subject(),
    paragraphs: [
      WHAT[kind],
      ...(until ? [`A suspensão vale até ${DAY.format(until)}.`] : []),
      `Motivo: ${reason}`,
      `Se você não concorda, pode pedir uma nova análise uma única vez, em até ${APPEAL_DAYS} dias.`,
    ],
    action: { label: "Ver e recorrer", url },
  });
}

export function appealDecidedMail(decision: { isGranted: boolean; answer: string }, origin: string) {
  return mail("appeal-decided", {
    subject: subject(),
    paragraphs: [
      decision.isGranted
        ? "Analisamos o seu recurso e desfizemos a medida."
        : "Analisamos o seu recurso e mantivemos a medida.",
      `Resposta da equipe: ${decision.answer}`,
    ],
    action: { label: "Entrar", url: `${origin}/login` },
  });
}

/** A suspension was lifted before its end, or ran out. */
export function suspensionEndedMail(origin: string) {
  return mail("suspension-ended", {
    subject: subject(),
    paragraphs: ["A suspensão da sua conta terminou. Você já pode entrar de novo."],
    action: { label: "Entrar", url: `${origin}/login` },
  });
}
