import type { PaymentMethod, Product } from "@caramelo/contract/billing/calls";
import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "~/platform/api.ts";
import { limitTime } from "~/platform/limit-time.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { mayRetry } from "~/platform/query.ts";
import { useAction } from "~/platform/use-action.ts";
import { isPayable } from "./rules.ts";

export type Order = AnswerOf<Contract["billing"]["order"]>;
export type Checkout = AnswerOf<Contract["billing"]["makeOrder"]>;

// A live event announces a payment. The order is also polled this often, in case the event is lost.
const ASK_AGAIN_MS = 5_000;
// Cancels a read that a busy server does not answer, because no other read starts meanwhile.
const ANSWERED_WITHIN_MS = 10_000;

/** The payment methods of this site, and until when tokens are not sold to this member. */
export const offersQuery = queryOptions({
  queryKey: ["billing", "offers"],
  queryFn: ({ signal }) => api.billing.offers({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { refreshOn: "self" },
});

/**
 * Creates an order when the checkout opens, and again when `make` is called. Not a query, because the library may
 * resend queries. The server returns the same order as long as it can be paid.
 */
export function useMadeOrder(product: Product, method: PaymentMethod, onMade: () => void) {
  const { mutate, data, error } = useMutation({
    mutationFn: () => api.billing.makeOrder({ body: { product, method } }),
    onSuccess: onMade,
    retry: mayRetry,
  });
  // Strict mode runs effects twice; the ref survives that.
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  return { checkout: data, error, make: () => mutate() };
}

/** An order whose payment may still arrive: polled every few seconds, and at live events. */
export const orderQuery = (order: Order) =>
  queryOptions({
    queryKey: ["billing", "order", order.id],
    queryFn: ({ signal }) =>
      api.billing.order({ params: { id: order.id } }, { signal: limitTime(signal, ANSWERED_WITHIN_MS) }),
    initialData: order,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isPayable(state.data.state) ? ASK_AGAIN_MS : false),
    refetchIntervalInBackground: true,
    meta: { refreshOn: "self" },
  });

export const receiptQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["billing", "order", orderId],
    queryFn: ({ signal }) => api.billing.order({ params: { id: orderId } }, { signal }),
    meta: { refreshOn: "self" },
  });

/** The member's orders, the latest first. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ["billing", "orders"],
  queryFn: ({ pageParam, signal }) => api.billing.orders({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
  refetchOnReconnect: true,
  meta: { refreshOn: "self" },
});

/** Every change of the member's entitlement, the latest first. */
export const statementQuery = infiniteQueryOptions({
  queryKey: ["billing", "statement"],
  queryFn: ({ pageParam, signal }) => api.billing.statement({ query: { before: pageParam } }, { signal }),
  ...BY_CURSOR,
  refetchOnReconnect: true,
  meta: { refreshOn: "self" },
});

/** Asks the payment provider once more whether an order was paid. */
export const useCheckPayment = (order: Order) =>
  useAction(
    () => api.billing.checkPayment({ params: { id: order.id } }),
    (orderAnswer, client) => client.setQueryData(orderQuery(order).queryKey, orderAnswer),
  );

export const useWithdrawal = (orderId: string) =>
  useAction(() => api.billing.withdraw({ params: { id: orderId } }), ["billing"]);
