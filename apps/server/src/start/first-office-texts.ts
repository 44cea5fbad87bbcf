import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { countWords, formatCount } from "@caramelo/contract/formats/counts";
import { dayText } from "@caramelo/contract/formats/moments";
import { countedText, listWaiting, waitText } from "@caramelo/contract/statistics/dashboard-words";
import { workKinds } from "@caramelo/contract/statistics/work-kinds";
import { availabilityJobText } from "@caramelo/contract/texts/presence";
import { accountTypeNames } from "@caramelo/contract/texts/profile";
import type { FirstText } from "../platform/pages/member-page.ts";

type Dashboard = AnswerOf<Contract["statistics"]["dashboard"]>;
type UserPage = AnswerOf<Contract["officeMembers"]["staffUsers"]>;
type UserCount = AnswerOf<Contract["officeMembers"]["staffUserCount"]>;

/** A phone's window shows no more cards than this. */
const FIRST_CARDS = 4;

type Answers = ReadonlyMap<string, string>;
type Place = [name: string, texts: FirstText[]];

/**
 * Returns the texts of the dashboard and of the list of members. Callers outside of the staff, or without the right to
 * a screen, got no answer of its call, and so get no text.
 */
export function listFirstOfficeTexts(path: string, answers: Answers, now: Date): Place[] {
  if (path === "admin") return listDashboardTexts(answers.get("/api/admin/dashboard"), now);
  if (path === "admin/usuarios")
    return listUserTexts(answers.get("/api/admin/members"), answers.get("/api/admin/members/count"));
  return [];
}

function listDashboardTexts(answer: string | undefined, now: Date): Place[] {
  if (answer === undefined) return [];
  // The casts of this file hold because the contract declares these answers.
  const { countedAt, work } = JSON.parse(answer) as Dashboard;
  const countText = countedAt === null ? "" : countedText(countedAt, now.getTime()).text;
  const rows = listWaiting(work).map((waitingWork) => ({
    kind: "work",
    fields: { words: wordsOf(waitingWork), wait: waitText(waitingWork, now.getTime()).text },
  }));
  return [
    ["office", [{ kind: "dashboard", fields: { counted: countText } }]],
    ["work", rows.length > 0 ? rows : [{ kind: "no-work", fields: {} }]],
    ["availability", [{ kind: "availability", fields: { text: availabilityJobText } }]],
  ];
}

function wordsOf({ kind, count }: Dashboard["work"][number]): string {
  const { one, many } = workKinds[kind];
  return countWords(count, one, many);
}

function listUserTexts(answer: string | undefined, countAnswer: string | undefined): Place[] {
  if (answer === undefined) return [];
  const { users } = JSON.parse(answer) as UserPage;
  const count = countAnswer === undefined ? "" : formatCount((JSON.parse(countAnswer) as UserCount).count);
  const cards = users
    .slice(0, FIRST_CARDS)
    .map(({ name, age, email, role, city, createdAt }) => ({
      kind: "person",
      fields: {
        name: `${name}, ${age}`,
        email,
        facts: `${accountTypeNames[role]}, ${city}, desde ${dayText(createdAt)}`,
      },
    }));
  return [
    ["office", [{ kind: "users", fields: { count } }]],
    ["people", cards],
  ];
}
