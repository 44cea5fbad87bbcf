import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Quarters = AnswerOf<Contract["transparency"]["list"]>;
export type Quarter = Quarters["running"];
export type Figure = Quarters["quarters"][number]["medians"]["reportSeconds"];

const HOUR_MS = 3_600_000;

/** The numbers of the ended quarters. They change four times a year. */
export const quartersQuery = queryOptions({
  queryKey: ["transparency"],
  queryFn: ({ signal }) => api.transparency.list({}, { signal }),
  staleTime: HOUR_MS,
});
