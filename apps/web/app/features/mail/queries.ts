import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Mail = AnswerOf<Contract["mail"]["list"]>["mails"][number];

// A null of this type: TypeScript would otherwise take it for the only value there is.
const FIRST = null as string | null;

/** The mails of the product, the latest first. */
export const mailList = () =>
  infiniteQueryOptions({
    queryKey: ["mails"],
    queryFn: ({ pageParam, signal }) =>
      api.mail.list({ query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
  });

/** The words of one mail. Each reading is in the audit log: nothing asks for it unless somebody opened it. */
export const mailText = (id: string) =>
  queryOptions({
    queryKey: ["mail", id],
    queryFn: async ({ signal }) => (await api.mail.read({ params: { id } }, { signal })).text,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
