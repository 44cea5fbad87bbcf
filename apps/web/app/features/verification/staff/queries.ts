import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import type { VerificationStatus } from "@caramelo/contract/verification/calls";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { loadBytes } from "~/platform/api-bytes.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { queryOf } from "~/platform/query-of.ts";
import type { DocumentKind } from "../rules.ts";

export type ListedRequest = AnswerOf<Contract["verification"]["staffList"]>["requests"][number];
export type StaffRequest = AnswerOf<Contract["verification"]["staffRequest"]>;
type Approval = InputOf<Contract["verification"]["approve"]>["body"];
type Rejection = InputOf<Contract["verification"]["reject"]>["body"];

const STAFF = ["staff", "verifications"] as const;

export const requestsQuery = (status: VerificationStatus | undefined, page: number) =>
  queryOf([...STAFF, "list", status ?? "all", page], api.verification.staffList, {
    query: { ...(status && { status }), page },
  });

export const queueQuery = queryOptions({
  queryKey: [...STAFF, "queue"],
  queryFn: ({ signal }) => api.verification.staffQueue({}, { signal }),
  // Always stale, because other staff review the same queue.
  staleTime: 0,
});

/** The first request of the queue; undefined when none waits. */
export const findFirstRequest = async (): Promise<string | undefined> => (await api.verification.staffQueue({})).ids[0];

export const requestQuery = (id: string) =>
  queryOf([...STAFF, "request", id], api.verification.staffRequest, { params: { id } });

/**
 * One document picture. Never loaded twice in a review, because each opening is logged; removed from memory when the
 * screen closes.
 */
export const documentQuery = (id: string, kind: DocumentKind) =>
  queryOptions({
    queryKey: [...STAFF, "document", id, kind],
    queryFn: ({ signal }) =>
      withFreshFactor(() => loadBytes(`/api/admin/verifications/${id}/documents/${kind}`, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The decision of staff on a request. Afterwards lists, queue and the request are reloaded. */
export function useDecision(id: string) {
  const client = useQueryClient();
  // Do not wait for the reloads, because the next request loads meanwhile.
  const onSettled = () =>
    void client.invalidateQueries({ queryKey: STAFF, predicate: ({ queryKey }) => queryKey[2] !== "document" });
  const params = { id };
  const approve = useMutation({
    mutationFn: (body: Approval) => api.verification.approve({ params, body }),
    onSettled,
  });
  const reject = useMutation({ mutationFn: (body: Rejection) => api.verification.reject({ params, body }), onSettled });
  const revoke = useMutation({ mutationFn: (body: Rejection) => api.verification.revoke({ params, body }), onSettled });
  return { approve: approve.mutateAsync, reject: reject.mutateAsync, revoke: revoke.mutateAsync };
}
