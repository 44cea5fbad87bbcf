import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { useAction } from "~/platform/use-action.ts";

export type Entry = AnswerOf<Contract["audit"]["list"]>["entries"][number];
export type EntryFilter = Omit<NonNullable<InputOf<Contract["audit"]["list"]>["query"]>, "before">;
export type ChainCheck = AnswerOf<Contract["audit"]["check"]>;

const AUDIT = ["staff", "audit"];

/** The entries that fit a filter, the latest first. */
export const entriesQuery = (filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: [...AUDIT, filter],
    queryFn: ({ pageParam, signal }) => api.audit.list({ query: { ...filter, before: pageParam } }, { signal }),
    ...BY_CURSOR,
  });

export type PersonActions = AnswerOf<Contract["audit"]["team"]>["people"][number];

/** What each person of the staff did on a day. */
export const teamQuery = (day: string) =>
  queryOptions({
    queryKey: [...AUDIT, "team", day],
    queryFn: ({ signal }) => api.audit.team({ query: { day } }, { signal }),
  });

/**
 * Checks the whole log in parts, until its end or the first broken row. `progress` is the answer for the latest part.
 */
export function useChainCheck() {
  const [progress, setProgress] = useState<ChainCheck>();
  const check = useAction(async () => {
    setProgress(undefined);
    for (let after = 0; ; ) {
      const part = await api.audit.check({ query: { after } });
      setProgress(part);
      if (part.broken || part.checkedUpTo >= part.last || part.checkedUpTo === after) return part;
      after = part.checkedUpTo;
    }
  }, AUDIT);
  return { ...check, progress };
}
