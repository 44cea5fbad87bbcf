import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";

export type Payment = AnswerOf<Contract["sandbox"]["payment"]>;

export const paymentQuery = (token: string) => queryOf(["sandbox", token], api.sandbox.payment, { params: { token } });

export const usePaymentAction = (token: string) =>
  useAction(
    (action: "pay" | "refuse" | "expire") => api.sandbox.act({ params: { token }, body: { action } }),
    (payment, client) => client.setQueryData(paymentQuery(token).queryKey, payment),
  );
