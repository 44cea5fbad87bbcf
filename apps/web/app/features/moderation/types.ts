import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

type Calls = Contract["moderation"];

export type CaseList = AnswerOf<Calls["staffCases"]>;
export type CaseSummary = CaseList["cases"][number];
export type CaseDetail = AnswerOf<Calls["staffCase"]>;
export type StaffMeasure = CaseDetail["member"]["measures"][number];
export type Appeal = AnswerOf<Calls["staffAppeals"]>["appeals"][number];
export type Notice = AnswerOf<Calls["staffNotices"]>["notices"][number];
export type Measure = AnswerOf<Calls["measures"]>["measures"][number];
