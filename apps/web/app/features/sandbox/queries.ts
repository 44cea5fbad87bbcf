import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";

export type Payment = AnswerOf<Contract["sandbox"]["payment"]>;

export const paymentQuery = (token: string) => queryOf(["sandbox", token], api.sandbox.payment, { params: { token } });

export function usePaymentAction(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: "pay" | "refuse" | "expire") => api.sandbox.act({ params: { token }, body: { action } }),
    onSuccess: (payment) => client.setQueryData(paymentQuery(token).queryKey, payment),
  });
}
