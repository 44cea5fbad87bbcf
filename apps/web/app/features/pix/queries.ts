import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";

export type Charge = AnswerOf<Contract["pix"]["charge"]>;

const ASK_AGAIN_MS = 5_000;

/** A charge to pay. While it waits, the page asks repeatedly, because in a tab of its own it gets no live events. */
export const chargeQuery = (token: string) =>
  queryOptions({
    queryKey: ["pix", token],
    queryFn: ({ signal }) => api.pix.charge({ params: { token } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? ASK_AGAIN_MS : false),
  });
