import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";

const STAFF = ["staff", "moderation"] as const;
type Calls = Contract["moderation"];
type CaseQuery = NonNullable<InputOf<Calls["staffCases"]>["query"]>;
type QueueQuery = NonNullable<InputOf<Calls["staffAppeals"]>["query"]>;
type Id = { params: { id: string } };

/** Cases of one status; without one, all. */
export const caseListQuery = (query: CaseQuery) =>
  queryOptions({
    queryKey: [...STAFF, "cases", query],
    queryFn: ({ signal }) => api.moderation.staffCases({ query }, { signal }),
    meta: { refreshOn: "people" },
  });

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...STAFF, "case", id],
    queryFn: ({ signal }) => api.moderation.staffCase({ params: { id } }, { signal }),
  });

export const appealListQuery = (query: QueueQuery) =>
  queryOptions({
    queryKey: [...STAFF, "appeals", query],
    queryFn: ({ signal }) => api.moderation.staffAppeals({ query }, { signal }),
  });

export const noticeListQuery = (query: QueueQuery) =>
  queryOptions({
    queryKey: [...STAFF, "notices", query],
    queryFn: ({ signal }) => api.moderation.staffNotices({ query }, { signal }),
  });

/** What staff do; afterwards everything of the queues is asked for again. */
export function useModeration() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: STAFF });
  return {
    close: useMutation({
      mutationFn: (input: InputOf<Calls["closeCase"]>) => api.moderation.closeCase(input),
      onSettled,
    }),
    restore: useMutation({ mutationFn: (input: Id) => api.moderation.restoreHidden(input), onSettled }),
    liftSlowing: useMutation({ mutationFn: (input: Id) => api.moderation.liftSlowing(input), onSettled }),
    warn: useMutation({ mutationFn: (input: InputOf<Calls["warn"]>) => api.moderation.warn(input), onSettled }),
    hidePhoto: useMutation({
      mutationFn: (input: InputOf<Calls["hidePhoto"]>) => api.moderation.hidePhoto(input),
      onSettled,
    }),
    suspend: useMutation({
      mutationFn: (input: InputOf<Calls["suspend"]>) => api.moderation.suspend(input),
      onSettled,
    }),
    ban: useMutation({
      mutationFn: (input: InputOf<Calls["ban"]>) => withFreshFactor(() => api.moderation.ban(input)),
      onSettled,
    }),
    reinstate: useMutation({
      mutationFn: (input: InputOf<Calls["reinstate"]>) => withFreshFactor(() => api.moderation.reinstate(input)),
      onSettled,
    }),
    decideAppeal: useMutation({
      mutationFn: (input: InputOf<Calls["decideAppeal"]>) => withFreshFactor(() => api.moderation.decideAppeal(input)),
      onSettled,
    }),
    decideNotice: useMutation({
      mutationFn: (input: InputOf<Calls["decideNotice"]>) => api.moderation.decideNotice(input),
      onSettled,
    }),
  };
}

export type Moderation = ReturnType<typeof useModeration>;
