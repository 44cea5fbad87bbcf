import type { OrderState } from "@caramelo/contract/billing/calls";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { openPayments, type Payment, type PaymentProvider } from "../../platform/payments/provider.ts";
import { getBalance } from "../../testing/entitlements.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { sendRefund } from "./jobs.ts";
import { settleOrder } from "./settle-order.ts";

const world = await openWorld();
const PRICE = 4_700;
const MINUTE_MS = 60_000;

/**
 * A payment company. `books`: its payments after each change, of which it lists those of `readsBack` changes ago.
 * `isLost`: its answers to refunds get lost.
 */
type Company = { books: Payment[][]; isLost: boolean; readsBack: number };

const booksOf = ({ books }: Company) => books.at(-1) ?? [];

function openCompany(company: Company): PaymentProvider {
  const sandbox = world.context.payments.byName("sandbox");
  return {
    ...sandbox,
    listPayments: async () => company.books.at(-1 - company.readsBack) ?? company.books[0] ?? [],
    refund: async ({ paymentId, returnId, centavos }) => {
      const doneReturn = { id: returnId, kind: "refund" as const, centavos, state: "done" as const };
      change(company, paymentId, ({ returns }) =>
        returns.some(({ id }) => id === returnId) ? {} : { returns: [...returns, doneReturn] },
      );
      // The server dies before it gets the answer.
      if (company.isLost) throw new Error("the answer was lost");
      return "asked";
    },
  };
}

/** Rewrites the company's books, with one payment changed. */
function change(company: Company, id: string, how: (payment: Payment) => Partial<Payment>): void {
  const now = booksOf(company);
  company.books.push(now.map((payment) => (payment.id === id ? { ...payment, ...how(payment) } : payment)));
}

type ReturnEvent = { type: "refund" | "dispute"; id: string; centavos: number };
type ClosingEvent = { type: "win" | "lose" | "fail"; id: string };
type Paying = { type: "refuse" | "expire" | "pay" | "payAgain" };
type Event = Paying | ReturnEvent | ClosingEvent;

/** Applies an event to the payments of the company, if the event is possible there. */
function happen(company: Company, event: Event, now: Date): void {
  const [first] = booksOf(company);
  if (!first) return;
  if (!("id" in event)) pay(company, first, event, now);
  else if (first.state !== "paid") return;
  else if ("centavos" in event) giveBack(company, first, event);
  else close(company, first, event);
}

function pay(company: Company, first: Payment, { type }: Paying, now: Date): void {
  const isPaid = first.state === "paid";
  if (type === "refuse" && first.state === "pending") change(company, first.id, () => ({ state: "refused" }));
  if (type === "expire" && !isPaid) change(company, first.id, () => ({ state: "expired" }));
  if (type === "pay" && !isPaid) change(company, first.id, () => ({ state: "paid", paidAt: now }));
  if (type !== "payAgain" || !isPaid || booksOf(company).length > 1) return;
  const paidAt = new Date((first.paidAt ?? now).getTime() + 1);
  company.books.push([first, { ...first, id: `${first.id}-again`, paidAt, returns: [] }]);
}

function giveBack(company: Company, first: Payment, { type: kind, id: name, centavos }: ReturnEvent): void {
  const id = `${name}-${first.id}`;
  const away = sumOf(first.returns.filter(isAway));
  if (first.returns.some((moneyReturn) => moneyReturn.id === id) || away + centavos > PRICE) return;
  const state = kind === "refund" ? ("done" as const) : ("open" as const);
  change(company, first.id, ({ returns }) => ({ returns: [...returns, { id, kind, centavos, state }] }));
}

const CLOSINGS = { win: ["open", "won"], lose: ["open", "lost"], fail: ["done", "failed"] } as const;

/** Closes an open dispute, or lets a refund fail that was done. */
function close(company: Company, first: Payment, { type, id }: ClosingEvent): void {
  const [before, state] = CLOSINGS[type];
  const isMeant = (moneyReturn: Payment["returns"][number]) =>
    moneyReturn.id === `${id}-${first.id}` && moneyReturn.state === before;
  change(company, first.id, ({ returns }) => ({
    returns: returns.map((moneyReturn) => (isMeant(moneyReturn) ? { ...moneyReturn, state } : moneyReturn)),
  }));
}

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>({ type: "refuse" }, { type: "expire" }),
  { arbitrary: fc.constantFrom<Event>({ type: "pay" }, { type: "payAgain" }), weight: 2 },
  fc.record({
    type: fc.constantFrom("refund" as const, "dispute" as const),
    id: fc.constantFrom("a", "b", "c"),
    centavos: fc.constantFrom(1, 470, 2_350, PRICE),
  }),
  fc.record({
    type: fc.constantFrom("win" as const, "lose" as const, "fail" as const),
    id: fc.constantFrom("a", "b", "c"),
  }),
);
const anyStep = fc.record({
  event: anyEvent,
  /** What the server does then. `late`: it reads old payments; `lost`: it dies after a refund; `time`: time passes. */
  action: fc.constantFrom("nothing", "settle", "settle", "settle late", "refund", "refund lost", "time"),
  diesAt: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 25 })),
  readsBack: fc.integer({ min: 1, max: 6 }),
});

class Died extends Error {}

/** Makes this statement (the first is 0) and all later ones fail, as if the server had died; undefined: none fails. */
function dieAt(statement: number | undefined): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery: ({ node }) => {
      if (statement !== undefined && statements++ >= statement) throw new Died();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

const isAway = ({ state }: Payment["returns"][number]) => state !== "won" && state !== "failed";
const sumOf = (returns: Payment["returns"]) => returns.reduce((sum, { centavos }) => sum + centavos, 0);

/** The order's state and the tokens that the company's first payment leads to. `isOver`: the time to pay has ended. */
function meaningOf([first]: Payment[], isOver: boolean): { state: OrderState; tokens: number } {
  if (first?.state === "paid") {
    const away = first.returns.filter(isAway);
    return { state: paidStateOf(away), tokens: 100 - Math.round((100 * sumOf(away)) / PRICE) };
  }
  if (isOver || first?.state === "expired") return { state: "expired", tokens: 0 };
  return { state: first?.state ?? "pending", tokens: 0 };
}

function paidStateOf(away: Payment["returns"]): OrderState {
  if (sumOf(away.filter(({ kind }) => kind === "refund")) >= PRICE) return "refunded";
  return sumOf(away) >= PRICE ? "charged_back" : "paid";
}

test("[D4.07][D4.08][D4.09][D4.10][D4.11][D4.12][D4.39][T20] whatever happens to a payment in any order, read late, and with a crash between any two statements, the order, the ledger and the refunds end as the last facts say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { id, email } = await makeMember(world.owner, { role: "daddy" });
      const { orderId } = await makeOpenOrder(world, { id, role: "daddy" });
      const order = await orderOf(orderId);
      const openedPayments = await world.context.payments.byName("sandbox").listPayments(order);
      const company: Company = { books: [openedPayments], isLost: false, readsBack: 0 };
      const payments = openPayments([openCompany(company)]);
      let passedMs = 0;
      const now = () => new Date(Date.now() + passedMs);
      const server = (diesAt?: number) => {
        return { ...world.context, clock: { now }, payments, db: world.db.withPlugin(dieAt(diesAt)) };
      };
      const refundAll = async (diesAt?: number) => {
        for (const { returnId } of await requestedOf(orderId)) await sendRefund(server(diesAt), { orderId, returnId });
      };

      for (const { event, action, diesAt, readsBack } of steps) {
        happen(company, event, now());
        company.readsBack = action === "settle late" ? readsBack : 0;
        company.isLost = action === "refund lost";
        const work = () => {
          if (action === "time") passedMs += 20 * MINUTE_MS;
          if (action === "settle" || action === "settle late") return settleOrder(server(diesAt), orderId);
          return action.startsWith("refund") ? refundAll(diesAt) : Promise.resolve();
        };
        await work().catch((err: unknown) => {
          if (!(err instanceof Died) && !company.isLost) throw err;
        });
        expect((await getBalance(world.db, { id })).tokens).toBeGreaterThanOrEqual(0);
      }

      Object.assign(company, { isLost: false, readsBack: 0 });
      for (let i = 0; i < 3; i += 1) {
        await settleOrder(server(), orderId);
        await refundAll();
      }
      const isOver = now().getTime() > order.expiresAt.getTime() + 15 * MINUTE_MS;
      const expectedMeaning = meaningOf(booksOf(company), isOver);
      const storedOrder = await orderOf(orderId);
      // An order that was seen refused or expired does not become open again.
      if (expectedMeaning.state === "pending") expect(["pending", "refused", "expired"]).toContain(storedOrder.state);
      else if (expectedMeaning.state === "refused") expect(["refused", "expired"]).toContain(storedOrder.state);
      else expect(storedOrder.state).toBe(expectedMeaning.state);
      expect((await getBalance(world.db, { id })).tokens).toBe(expectedMeaning.tokens);

      const isPaid = booksOf(company)[0]?.state === "paid";
      const purchases = await world.db
        .selectFrom("ledgerEntry")
        .where("orderId", "=", orderId)
        .where("kind", "=", "purchase")
        .select("id")
        .execute();
      expect(purchases).toHaveLength(isPaid ? 1 : 0);
      const receipts = await world.db
        .selectFrom("mail")
        .where("recipient", "=", email)
        .where("kind", "=", "receipt")
        .select("id")
        .execute();
      expect(receipts).toHaveLength(isPaid ? 1 : 0);
      // A second payment went back once, and whole.
      for (const { returns } of booksOf(company).slice(1)) {
        expect(returns.map(({ centavos }) => centavos)).toEqual([PRICE]);
      }
      expect(await requestedOf(orderId)).toEqual([]);
    }),
    runs(400),
  );
});

const orderOf = (id: string) =>
  world.db.selectFrom("productOrder").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const requestedOf = (orderId: string) =>
  world.db
    .selectFrom("moneyReturn")
    .where("orderId", "=", orderId)
    .where("state", "=", "requested")
    .select("returnId")
    .execute();
