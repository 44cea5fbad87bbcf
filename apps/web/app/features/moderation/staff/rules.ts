import { countWords } from "@caramelo/contract/formats/counts";
import { exactSpanText } from "@caramelo/contract/formats/spans";
import { CASE_PAGES_MAX } from "@caramelo/contract/limits";
import type { ReportReason } from "@caramelo/contract/moderation/report-reasons";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { measureNames, measureReasons } from "@caramelo/contract/texts/moderation";
import { readPage } from "~/ui/lists/list-address-rules.ts";
import type { CaseDetail, CaseSummary, Notice, StaffMeasure } from "../queries.ts";

type Status = CaseSummary["status"];
type Tone = "plain" | "gold" | "info" | "ok" | "warn" | "danger";

/** The filters of the list in order. `key` is the name in the address. */
export const CASE_FILTERS: readonly { key: string; label: string; status: Status | undefined }[] = [
  { key: "pendentes", label: "Pendentes", status: "pending" },
  { key: "analisadas", label: "Analisadas", status: "reviewed" },
  { key: "descartadas", label: "Descartadas", status: "dismissed" },
  { key: "todas", label: "Todas", status: undefined },
];

export type Filter = (typeof CASE_FILTERS)[number];

/** The filter and the page in an address. Unknown values count as the first filter or page. */
export function readCaseFilter(search: URLSearchParams): { filter: Filter; page: number } {
  const namedFilter = CASE_FILTERS.find(({ key }) => key === search.get("situacao"));
  // The cast is safe, because the filter list is not empty.
  return { filter: namedFilter ?? (CASE_FILTERS[0] as Filter), page: readPage(search, CASE_PAGES_MAX) };
}

export const statusWords: Record<Status, { text: string; tone: Tone }> = {
  pending: { text: "Pendente", tone: "warn" },
  reviewed: { text: "Analisada", tone: "ok" },
  dismissed: { text: "Descartada", tone: "plain" },
};

/** Words for case severities that stand out. */
export const severityWords: Partial<Record<number, { text: string; tone: Tone }>> = {
  3: { text: "Urgente", tone: "danger" },
  2: { text: "Grave", tone: "warn" },
};

export const memberWords: Record<CaseDetail["member"]["status"], { text: string; tone: Tone }> = {
  active: { text: "Conta ativa", tone: "ok" },
  deactivated: { text: "Desativada pelo membro", tone: "plain" },
  hidden: { text: "Oculto até a análise", tone: "warn" },
  suspended: { text: "Conta suspensa", tone: "danger" },
  banned: { text: "Conta banida", tone: "danger" },
  erased: { text: adminMessages.erasedAccount, tone: "plain" },
};

export const photoStateWords: Record<CaseDetail["evidence"]["photos"][number]["state"], string> = {
  shown: "Visível",
  hidden: "Oculta até a análise",
  taken: "Retirada pela equipe",
  removed: "Removida pelo membro",
};

/** A count in words, such as "1 denúncia" or "12 denúncias". The server counts up to 10,001. */
export function countText(count: number, one: string, many: string): string {
  if (count > 10_000) return `10.000+ ${many}`;
  return countWords(count, one, many);
}

/** The name of the latest reporter; for a case without reports, what opened it. */
export function reporterName({ reporter, isFlagged }: Pick<CaseSummary, "reporter" | "isFlagged">): string {
  if (reporter) return personName(reporter);
  return isFlagged ? "Regra de segurança" : "Formulário público";
}

const FLAGGED = "Mensagens com sinais de golpe";

/**
 * The reasons of a case in one line: the rules' findings, then the members' reasons. Without either, the case comes
 * from the public form.
 */
export function reasonLine({ reasons, isFlagged }: Pick<CaseSummary, "reasons" | "isFlagged">): string {
  return [...(isFlagged ? [FLAGGED] : []), ...reasons].join("; ") || "Denúncia externa";
}

/** The label next to a message of the case. In a flagged case it is the same for reported messages. */
export const markWord = ({ isFlagged }: Pick<CaseSummary, "isFlagged">) => (isFlagged ? "marcada" : "denunciada");

export const personName = ({ name }: { name: string }): string => name.trim() || "Nome não disponível";
type MemberEmail = { email: string | null };

/** An erased account has nothing left to link to. */
export const isErased = ({ email }: MemberEmail): boolean => email === null;
export const personEmail = ({ email }: MemberEmail): string =>
  email === null ? adminMessages.erasedAccount : email.trim() || "Email não disponível";

/** Reasons from the gravest to the least grave. */
const GRAVEST: readonly ReportReason[] = [
  "underage",
  "inappropriate_photos",
  "harassment",
  "fake_profile",
  "spam_or_scam",
  "inappropriate_behavior",
  "other",
];

/**
 * The gravest reason of a case's reports. Without reports, the reason of its origin: the rules, or the public form,
 * which is mostly about pictures.
 */
export function gravestReason({ reports, isFlagged }: Pick<CaseDetail, "reports" | "isFlagged">): ReportReason {
  const unreported = isFlagged ? "spam_or_scam" : "inappropriate_photos";
  return GRAVEST.find((reason) => reports.some((report) => report.reason === reason)) ?? unreported;
}

/** The initial words of a form, so that the usual case needs no typing. */
export const suggestedReason = (detail: Pick<CaseDetail, "reports" | "isFlagged">): string =>
  measureReasons[gravestReason(detail)];

/** The most reported photo; without reports, a hidden one or the first. Leaves out photos removed by staff. */
export function findMeantPhoto({ reports, evidence }: Pick<CaseDetail, "reports" | "evidence">): string | undefined {
  const remainingPhotos = evidence.photos.filter(({ state }) => state !== "taken");
  const count = (photoId: string) => reports.filter((report) => report.photoId === photoId).length;
  const [most] = remainingPhotos.toSorted((a, b) => count(b.photoId) - count(a.photoId));
  if (most && count(most.photoId) > 0) return most.photoId;
  return (remainingPhotos.find(({ state }) => state === "hidden") ?? remainingPhotos[0])?.photoId;
}

/** Whether a photo of a case can still be removed. */
export const mayTakePhoto = ({ evidence }: Pick<CaseDetail, "evidence">, photoId: string | undefined): boolean =>
  evidence.photos.some((photo) => photo.photoId === photoId && photo.state !== "taken");

export const SUSPENSION_DAYS: readonly { value: string; label: string; days: number | undefined }[] = [
  { value: "1", label: "1 dia", days: 1 },
  { value: "7", label: "7 dias", days: 7 },
  { value: "30", label: "30 dias", days: 30 },
  { value: "90", label: "90 dias", days: 90 },
  { value: "sem", label: "Sem prazo", days: undefined },
];

/**
 * The initial duration of the form. A member who may be a minor returns only by proving their age, and a suspension for
 * days can only be replaced by one without an end.
 */
export const suggestedDays = ({ member, ...detail }: Pick<CaseDetail, "reports" | "isFlagged" | "member">): string =>
  gravestReason(detail) === "underage" || isSuspendedForDays(member) ? "sem" : "7";

/**
 * Whether a suspended member returns after a time. Such a suspension may be replaced only by one without an end or by a
 * ban.
 */
export const isSuspendedForDays = ({ status, measures }: Pick<CaseDetail["member"], "status" | "measures">): boolean =>
  status === "suspended" && measures.some(({ until, endedAt }) => until !== null && endedAt === null);

/** The number of days of a form choice; undefined for a suspension without an end. */
export const daysOf = (value: string): number | undefined =>
  SUSPENSION_DAYS.find((option) => option.value === value)?.days;

export function measureLine({ kind, takenBy, endedAt, appeal }: StaffMeasure): string {
  const parts = [measureNames[kind], takenBy ? `por ${takenBy}` : undefined];
  if (kind === "under_review" && endedAt) parts.push("encerrada");
  else if (appeal?.decision) parts.push(appeal.decision.isGranted ? "desfeita por recurso" : "recurso negado");
  else if (appeal) parts.push(kind === "under_review" ? "com resposta do membro" : "com recurso em análise");
  else if (endedAt) parts.push("encerrada");
  return parts.filter((part) => part !== undefined).join(", ");
}

export type NoticeMeasure = "photo" | "suspension" | "none";
type NamedByNotice = Pick<Notice, "named" | "member">;

const NOTHING_MORE = { value: "none", label: "Nada mais a fazer" } as const;
const SUSPEND = { value: "suspension", label: "Suspender a conta" } as const;

/** The measures available for what the notice is about; the first is the usual one. */
export function listNoticeMeasures({ named, member }: NamedByNotice): { value: NoticeMeasure; label: string }[] {
  const measures = measuresAgainst(named);
  return member && isErased(member) ? measures.filter(({ value }) => value !== "suspension") : measures;
}

function measuresAgainst(noticeTarget: Notice["named"]): { value: NoticeMeasure; label: string }[] {
  if (noticeTarget === "photo") return [{ value: "photo", label: "Retirar a foto" }, SUSPEND, NOTHING_MORE];
  if (noticeTarget === "profile") return [SUSPEND, NOTHING_MORE];
  return noticeTarget === "gone photo" ? [NOTHING_MORE, SUSPEND] : [NOTHING_MORE];
}

export function dueText(dueAt: string, now: number): { text: string; isLate: boolean } {
  const remainingMs = Date.parse(dueAt) - now;
  const span = exactSpanText(Math.abs(remainingMs));
  return remainingMs > 0 ? { text: `Faltam ${span}`, isLate: false } : { text: `Atrasado há ${span}`, isLate: true };
}
