import { isTooLong, tidyText } from "@caramelo/contract/call/characters";
import { longMomentText } from "@caramelo/contract/formats/moments";
import { APPEAL_MAX } from "@caramelo/contract/limits";
import { appealFields, appealWords } from "@caramelo/contract/texts/moderation";
import type { FormErrors } from "~/ui/forms/form-rules.ts";
import type { Measure } from "./queries.ts";

/**
 * The words of the form below a measure. An automatic hide has different words, because the staff has not decided yet.
 */
export const appealWordsOf = ({ kind }: Pick<Measure, "kind">) =>
  kind === "under_review" ? appealWords.reply : appealWords.appeal;

/** The state of a measure in one sentence for the member. */
export function describeMeasure({ kind, takenAt, until, endedAt, appeal }: Measure): string {
  if (kind === "under_review")
    return endedAt ? `Terminou em ${longMomentText(endedAt)}.` : `Desde ${longMomentText(takenAt)}.`;
  if (appeal?.decision?.isGranted) return `Desfeita em ${longMomentText(appeal.decision.at)}, depois do seu recurso.`;
  if (endedAt) return `Terminou em ${longMomentText(endedAt)}.`;
  if (until) return `Vale até ${longMomentText(until)}.`;
  return kind === "suspension" ? `Desde ${longMomentText(takenAt)}, sem prazo.` : `Em ${longMomentText(takenAt)}.`;
}

/** The state of the appeal in words; undefined when there is nothing to say. */
export function describeAppeal({ kind, endedAt, appeal, mayAppeal }: Measure): string | undefined {
  if (kind === "under_review") return describeReply({ endedAt, appeal, mayAppeal });
  if (!appeal) return mayAppeal ? undefined : "O prazo para recorrer terminou.";
  if (!appeal.decision)
    return `Recurso enviado em ${longMomentText(appeal.at)}. A equipe responde por aqui e por e-mail.`;
  return `${appeal.decision.isGranted ? "Recurso aceito" : "Recurso negado"} em ${longMomentText(appeal.decision.at)}: ${appeal.decision.answer}`;
}

function describeReply({ endedAt, appeal, mayAppeal }: Pick<Measure, "endedAt" | "appeal" | "mayAppeal">) {
  if (!appeal) return mayAppeal || endedAt ? undefined : "O prazo para responder terminou.";
  if (!appeal.decision)
    return `Resposta enviada em ${longMomentText(appeal.at)}. Quem analisa a denúncia lê a resposta antes de decidir.`;
  return `Decidido em ${longMomentText(appeal.decision.at)}: ${appeal.decision.answer}`;
}

type AppealForm = { text: string };

export function findAppealErrors({ text }: AppealForm): FormErrors<AppealForm> {
  if (tidyText(text) === "") return { text: appealFields.appealRequired };
  return isTooLong(text, APPEAL_MAX) ? { text: appealFields.appealTooLong } : {};
}
