import { OrderState } from "@caramelo/contract/billing/calls";
import { expect, test } from "vitest";
import { chargeState } from "./rules.ts";

const now = new Date("2026-11-22T12:00:00Z");
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];

test("the payment page of a Pix says pending until its time ends, and paid once the order was", () => {
  const statesSaid = (expiresAt: Date) =>
    OrderState.options.map((state) => [state, chargeState({ state, expiresAt }, now)]);
  expect(Object.fromEntries(statesSaid(after))).toEqual({
    created: "pending",
    pending: "pending",
    refused: "pending",
    expired: "expired",
    paid: "paid",
    refunded: "paid",
    charged_back: "paid",
  });
  expect(Object.fromEntries(statesSaid(before))).toMatchObject({
    created: "expired",
    pending: "expired",
    paid: "paid",
  });
});
