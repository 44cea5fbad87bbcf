import type { OrderState, PaymentMethod, Product } from "@caramelo/contract/billing/calls";
import { prices } from "@caramelo/contract/billing/prices";
import { addOrder } from "../features/billing/order-queries.ts";
import { expiryOf } from "../features/billing/order-rules.ts";
import { settleOrder } from "../features/billing/settle-order.ts";
import { changePayment, findPaymentOfOrder } from "../features/sandbox/queries.ts";
import { SANDBOX } from "../features/sandbox/sandbox-provider.ts";
import { randomId } from "../platform/ids.ts";
import type { World } from "./world.ts";

type Buyer = { id: string; role: "baby" | "daddy" | "mommy" };
type MadeOrder = { orderId: string; paymentToken: string };

/** Stores an order of something that the member may buy. It has a provider, but its payment page was never opened. */
export function makeOrder(
  { context: { db, clock, payments } }: World,
  { id: memberId, role }: Buyer,
  {
    provider = SANDBOX,
    method = "pix",
    ...overrides
  }: { product?: Product; provider?: string; method?: PaymentMethod } = {},
) {
  const product = overrides.product ?? (role === "baby" ? "highlight" : "tokens");
  const now = clock.now();
  const state: OrderState = "pending";
  const { isLive } = payments.byName(provider);
  const terms = { product, method, centavos: prices[product].centavos, provider, isLive };
  return addOrder(db, { id: randomId(), memberId, ...terms, state, createdAt: now, expiresAt: expiryOf(now) });
}

/** Makes an order of something that the member may buy, opened at the sandbox. */
export async function makeOpenOrder(world: World, buyer: Buyer, product?: Product): Promise<MadeOrder> {
  const { db, payments } = world.context;
  const order = await makeOrder(world, buyer, product && { product });
  await payments.byName(SANDBOX).open(order);
  const payment = await findPaymentOfOrder(db, order.id);
  return { orderId: order.id, paymentToken: payment?.id ?? "" };
}

/** Makes an order, lets the sandbox call it paid, and settles it. */
export async function makePaidOrder(world: World, buyer: Buyer, product?: Product): Promise<MadeOrder> {
  const openOrder = await makeOpenOrder(world, buyer, product);
  await changePayment(world.context.db, openOrder.paymentToken, "paid", world.context.clock.now());
  await settleOrder(world.context, openOrder.orderId);
  return openOrder;
}
