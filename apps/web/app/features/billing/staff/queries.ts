import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import type { SandboxEvent } from "@caramelo/contract/sandbox/calls";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { makeId } from "~/platform/make-id.ts";
import { BY_CURSOR } from "~/platform/paging-rules.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";
import { showToast } from "~/ui/overlays/toast.ts";

export type StaffOrder = AnswerOf<Contract["billing"]["staffOrders"]>["orders"][number];
export type StaffOrderDetail = AnswerOf<Contract["billing"]["staffOrder"]>;
export type RevenueDay = AnswerOf<Contract["billing"]["revenue"]>["days"][number];
export type OrderFilter = Omit<NonNullable<InputOf<Contract["billing"]["staffOrders"]>["query"]>, "before">;
type Refund = InputOf<Contract["billing"]["staffRefund"]>["body"];
type Decision = InputOf<Contract["billing"]["decideWithdrawal"]>["body"];
type Courtesy = InputOf<Contract["billing"]["grantCourtesy"]>["body"];

/** All orders that fit a filter, the latest first. */
export const staffOrdersQuery = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ["staff", "orders", filter],
    queryFn: ({ pageParam, signal }) =>
      api.billing.staffOrders({ query: { ...filter, before: pageParam } }, { signal }),
    ...BY_CURSOR,
  });

/** The latest orders that a text finds. */
export const findOrders = async (q: string, signal: AbortSignal): Promise<StaffOrder[]> =>
  (await api.billing.staffOrders({ query: { q } }, { signal })).orders;

export const staffOrderQuery = (id: string) =>
  queryOf(["staff", "order", id], api.billing.staffOrder, { params: { id } });

/** The orders whose withdrawal waits for staff. */
export const staffWithdrawalsQuery = queryOf(["staff", "withdrawals"], api.billing.staffWithdrawals, {});

export const revenueQuery = queryOf(["staff", "revenue"], api.billing.revenue, { query: {} });

const STAFF = ["staff"];

/** The actions of staff on an order. Each one reloads all queries of the office. */
export function useStaffActions({ order: { id }, buyer }: StaffOrderDetail) {
  const params = { id };
  return {
    refund: useAction((body: Refund) => api.billing.staffRefund({ params, body }), STAFF),
    decide: useAction((body: Decision) => api.billing.decideWithdrawal({ params, body }), STAFF),
    grant: useAction((body: Courtesy) => api.billing.grantCourtesy({ params: { id: buyer.id }, body }), STAFF),
    operate: useAction(
      (event: SandboxEvent) => api.sandbox.operate({ params: { orderId: id }, body: { event } }),
      STAFF,
    ),
  };
}

/**
 * Sends a request that moves money or tokens, and confirms it in a toast. The request id stays the same until the
 * server has answered, so that a repeated request counts once.
 */
export function useRequestOnce<Body>(send: (body: Body & { requestId: string }) => Promise<unknown>, doneText: string) {
  const [requestId, setRequestId] = useState(makeId);
  return async (body: Body) => {
    await send({ ...body, requestId });
    setRequestId(makeId());
    showToast({ type: "success", title: doneText });
  };
}
