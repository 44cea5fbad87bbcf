import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";

type Calls = Contract["moderation"];

type CaseList = AnswerOf<Calls["staffCases"]>;
export type CaseSummary = CaseList["cases"][number];
export type CaseDetail = AnswerOf<Calls["staffCase"]>;
export type StaffMeasure = CaseDetail["member"]["measures"][number];
export type Appeal = AnswerOf<Calls["staffAppeals"]>["appeals"][number];
export type Notice = AnswerOf<Calls["staffNotices"]>["notices"][number];
export type Measure = AnswerOf<Calls["measures"]>["measures"][number];

/** The measures against the member, the latest first. */
export const measureListQuery = queryOptions({
  queryKey: ["measures"],
  queryFn: ({ signal }) => api.moderation.measures({}, { signal }),
  meta: { refreshOn: "self" },
});

/** Appeals against one of the member's measures, then reloads the list. */
export const useAppeal = () => useAction(api.moderation.appeal, measureListQuery.queryKey);
