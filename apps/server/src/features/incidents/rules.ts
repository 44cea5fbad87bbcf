import { auditActionName } from "@caramelo/contract/audit/actions";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import type { MemberEvents, Period } from "../../platform/database/count-of.ts";

const DAY_MS = 86_400_000;
const ELDERLY_AGE = 60;
/** Resolução CD/ANPD nº 15/2024, arts. 6 and 9. */
const NOTICE_WORKING_DAYS = 3;

/** "2026-11-26T14:05", with seconds or not, in São Paulo or with an offset. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(Z|[+-]\d{2}:\d{2})?$/;

/** Something that happened to one member, with the words for it. */
export type Fact = MemberEvents & { what: string };

export type Summary = {
  period: Period;
  knownAt: Date;
  /** The day until which the notices must be sent. */
  dueDay: string;
  /** How many people each fact is about, and how often it happened to them. */
  totals: { what: string; people: number; times: number }[];
  affected: number;
  elderly: number;
  /** Managed profiles, whose people have no real address here. */
  unreachable: number;
  /** Number of people the site stores data about. */
  people: number;
};

/** Reads a moment as an operator types it; undefined when it is none. Brazil has had no summer time since 2019. */
export function readMoment(text: string): Date | undefined {
  const match = MOMENT.exec(text);
  if (!match) return undefined;
  const moment = new Date(match[1] === undefined ? `${text}-03:00` : text);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/**
 * The last day for the notices. Saturdays and Sundays do not count. Holidays do, so the real term is never shorter than
 * this one.
 */
export function dueDayOf(knownAt: Date): string {
  const day = new Date(`${dayInBrazil(knownAt)}T12:00:00Z`);
  for (let daysLeft = NOTICE_WORKING_DAYS; daysLeft > 0; ) {
    day.setTime(day.getTime() + DAY_MS);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) daysLeft -= 1;
  }
  return day.toISOString().slice(0, 10);
}

type AuditedSubject = Omit<MemberEvents, "memberId"> & { action: string; subjectId: string | null };

/** Returns actions of the staff as facts about the members concerned. */
export function listStaffFacts(subjects: readonly AuditedSubject[]): Fact[] {
  return subjects.flatMap(({ action, subjectId, ...events }) =>
    subjectId === null ? [] : [{ ...events, memberId: subjectId, what: staffFact(action) }],
  );
}

/** Staff actions without a subject, such as an export of orders; they may concern many members. */
export function listNamelessActions(subjects: readonly AuditedSubject[]): { what: string; times: number }[] {
  return subjects.flatMap(({ action, subjectId, count }) =>
    subjectId === null ? [{ what: staffFact(action), times: count }] : [],
  );
}

const staffFact = (action: string): string => `Equipe: ${auditActionName(action)}`;

export type Contact = {
  id: string;
  email: string;
  isAdmin: boolean;
  isManaged: boolean;
  estimatedBirthOn: string | null;
};

export function isElderly({ estimatedBirthOn }: Pick<Contact, "estimatedBirthOn">, now: Date): boolean {
  if (estimatedBirthOn === null) return false;
  const [year = 0, rest = ""] = [Number(estimatedBirthOn.slice(0, 4)), estimatedBirthOn.slice(4)];
  return `${year + ELDERLY_AGE}${rest}` <= dayInBrazil(now);
}

/** Counts people and events by fact, the most people first. */
export function sumFacts(facts: readonly Fact[]): Summary["totals"] {
  const totals = new Map<string, { people: number; times: number }>();
  for (const { what, count } of facts) {
    const { people, times } = totals.get(what) ?? { people: 0, times: 0 };
    totals.set(what, { people: people + 1, times: times + count });
  }
  return [...totals]
    .map(([what, total]) => ({ what, ...total }))
    .toSorted((a, b) => b.people - a.people || a.what.localeCompare(b.what, "pt-BR"));
}
