import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";

export type Mail = AnswerOf<Contract["mail"]["list"]>["mails"][number];

/** All mails, the latest first. */
export const mailList = () =>
  infiniteQueryOptions({
    queryKey: ["mails"],
    queryFn: ({ pageParam, signal }) => api.mail.list({ query: { before: pageParam } }, { signal }),
    ...BY_CURSOR,
  });

/** The text of one mail. Loaded only when opened, because the audit log records each reading. */
export const mailText = (id: string) =>
  queryOptions({
    queryKey: ["mail", id],
    queryFn: async ({ signal }) => (await api.mail.read({ params: { id } }, { signal })).text,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
