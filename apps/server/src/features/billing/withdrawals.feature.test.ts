import { randomUUID } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addLedgerEntry } from "../../base/money/ledger-queries.ts";
import { getBalance } from "../../testing/entitlements.ts";
import { runJobs } from "../../testing/jobs.ts";
import { readMails } from "../../testing/mails.ts";
import { makeOpenOrder, makePaidOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment } from "../sandbox/queries.ts";
import { countStatistics } from "../statistics/count-statistics.ts";
import { settleOrder } from "./settle-order.ts";
import { alarmOfOverdueWithdrawals } from "./withdrawal-jobs.ts";

const world = await openWorld();
const DAY_MS = 86_400_000;
const TOKENS = { product: "tokens", method: "pix" } as const;
type Staff = Awaited<ReturnType<typeof openBrowserOf>>["api"];
let owner: { id: string; api: Staff };

async function makeStaff() {
  const { id, email } = await makeMember(world.owner, { role: "admin" });
  return { id, email, api: (await openBrowserOf(world, id)).api };
}
beforeAll(async () => {
  owner = await makeStaff();
});

async function makeBuyer() {
  const { id, email } = await makeMember(world.owner, { role: "daddy" });
  return { id, email, role: "daddy" as const, api: (await openBrowserOf(world, id)).api };
}
type Buyer = Awaited<ReturnType<typeof makeBuyer>>;

/** Moves the clock only until the test ends, because all tests share it. */
function passUntilEnd(ms: number) {
  world.pass(ms);
  onTestFinished(() => world.pass(-ms));
}

/** Takes tokens and conversations as sent messages would. */
const spend = (memberId: string, tokens: number, conversations = 0) =>
  addLedgerEntry(world.db, {
    id: randomUUID(),
    memberId,
    kind: "spend",
    provider: "test",
    providerObjectId: randomUUID(),
    tokens: -tokens,
    conversations: -conversations,
    writtenAt: world.context.clock.now(),
  });

const withdraw = (buyer: Buyer, id: string) => buyer.api.billing.withdraw({ params: { id } });
const decide = (id: string, isAccepted: boolean, { api }: { api: Staff } = owner, reason = "Lemos o pedido.") =>
  api.billing.decideWithdrawal({ params: { id }, body: { isAccepted, reason } });
const returnsOf = (orderId: string) =>
  world.db.selectFrom("moneyReturn").where("orderId", "=", orderId).select(["centavos", "state", "reason"]).execute();
const orderOf = async (buyer: Buyer, id: string) => (await buyer.api.billing.order({ params: { id } })).body;
const reviewsOf = (memberId: string) =>
  world.db.selectFrom("withdrawalReview").where("memberId", "=", memberId).selectAll().execute();

/** A buyer who has used all of a purchase and then withdrawn from it. */
async function makeWithdrawn(): Promise<Buyer> {
  const buyer = await makeBuyer();
  const { orderId } = await makePaidOrder(world, buyer);
  await spend(buyer.id, 100, 10);
  await withdraw(buyer, orderId);
  await runJobs(world);
  expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
  return buyer;
}

/** Buys once more, and uses the given numbers of tokens and conversations; returns the order's id. */
async function buyAndUse(buyer: Buyer, tokens: number, conversations = 0): Promise<string> {
  const { orderId } = await makePaidOrder(world, buyer);
  await spend(buyer.id, tokens, conversations);
  return orderId;
}

/** A withdrawal that waits for the staff. */
async function makeWaiting() {
  const buyer = await makeWithdrawn();
  const orderId = await buyAndUse(buyer, 40);
  expect((await withdraw(buyer, orderId)).body).toMatchObject({ review: { state: "waiting" } });
  return { buyer, orderId };
}

describe("a second withdrawal", () => {
  test("[T78] of which more than a tenth was used waits for the staff: nothing is paid back or taken, and again changes nothing", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 11);
    expect(await orderOf(buyer, orderId)).toMatchObject({ needsReview: true, withdrawUntil: expect.any(String) });
    const { body } = await withdraw(buyer, orderId);
    const now = world.context.clock.now().getTime();
    expect(body).toMatchObject({ state: "paid", isReturning: false, withdrawUntil: null, needsReview: false });
    expect(body.review).toMatchObject({ state: "waiting", reason: null });
    expect(Date.parse(body.review?.answerBy ?? "") - now).toBeGreaterThan(4.9 * DAY_MS);
    expect(Date.parse(body.review?.answerBy ?? "") - now).toBeLessThanOrEqual(5 * DAY_MS);
    await withdraw(buyer, orderId);
    expect(await returnsOf(orderId)).toEqual([]);
    expect(await getBalance(world.db, buyer)).toEqual({ tokens: 89, conversations: 10 });
    const mails = await readMails(world, buyer.email);
    expect(mails.map(({ kind }) => kind).slice(-2)).toEqual(["receipt", "withdrawal-review"]);
    const { body: shownOrder } = await owner.api.billing.staffOrder({ params: { id: orderId } });
    expect(shownOrder).toMatchObject({ use: { granted: { tokens: 100 }, used: { tokens: 11, conversations: 0 } } });
    expect(shownOrder.events.filter(({ kind }) => kind === "withdrawal requested")).toMatchObject([
      { actor: buyer.email, detail: { used: { tokens: 11 } } },
    ]);
  });

  test("[T78] of which at most a tenth was used is at once, as the first", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 10, 1);
    expect(await orderOf(buyer, orderId)).toMatchObject({ needsReview: false });
    expect((await withdraw(buyer, orderId)).body).toMatchObject({ isReturning: true, review: null });
    await runJobs(world);
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: "refunded" });
    expect(await getBalance(world.db, buyer)).toEqual({ tokens: 0, conversations: 0 });
  });

  test("[T78] waits also when a new pack, or a gift, has filled the balance again since", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 100);
    const { orderId: next } = await makePaidOrder(world, buyer);
    const requestId = randomUUID();
    await owner.api.billing.grantCourtesy({ params: { id: buyer.id }, body: { requestId, tokens: 50, reason: "Oi" } });
    expect((await withdraw(buyer, orderId)).body).toMatchObject({ review: { state: "waiting" } });
    expect((await withdraw(buyer, next)).body).toMatchObject({ isReturning: true, review: null });
  });

  test("[T78] of premium waits once more than a tenth of its days is over", async () => {
    const buyer = await makeWithdrawn();
    const { orderId } = await makePaidOrder(world, buyer, "premium_monthly");
    expect(await orderOf(buyer, orderId)).toMatchObject({ needsReview: false });
    passUntilEnd(4 * DAY_MS);
    const { api } = await openBrowserOf(world, buyer.id);
    expect((await api.billing.withdraw({ params: { id: orderId } })).body).toMatchObject({
      review: { state: "waiting" },
    });
  });

  test("[T78] does not wait when the first was of a payment that was only tried out", async () => {
    const buyer = await makeWithdrawn();
    await world.owner.updateTable("productOrder").set({ isLive: true }).where("memberId", "=", buyer.id).execute();
    const orderId = await buyAndUse(buyer, 40);
    expect((await withdraw(buyer, orderId)).body).toMatchObject({ isReturning: true, review: null });
  });

  test("[T78] waits when the purchase of the previous one was used until its return: that works once", async () => {
    const buyer = await makeWithdrawn();
    const { orderId } = await makePaidOrder(world, buyer);
    expect((await withdraw(buyer, orderId)).body).toMatchObject({ isReturning: true, review: null });
    await spend(buyer.id, 100, 10);
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
    const { orderId: next } = await makePaidOrder(world, buyer);
    expect(await orderOf(buyer, next)).toMatchObject({ needsReview: true });
    expect((await withdraw(buyer, next)).body).toMatchObject({ isReturning: false, review: { state: "waiting" } });
    expect((await buyer.api.billing.makeOrder({ body: TOKENS })).failure.code).toBe("WITHDRAWAL_UNDER_REVIEW");
    await runJobs(world);
    expect(await returnsOf(next)).toEqual([]);
  });

  test("[T78] waits while the money of the one before is on its way, though nothing was used", async () => {
    const buyer = await makeWithdrawn();
    const orders = [await makePaidOrder(world, buyer), await makePaidOrder(world, buyer)];
    const replies = [];
    for (const { orderId } of orders) replies.push((await withdraw(buyer, orderId)).body);
    expect(replies).toMatchObject([
      { isReturning: true, review: null },
      { isReturning: false, review: { state: "waiting" } },
    ]);
  });

  test("[T78] asked for by three presses at once waits once, with one mail", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 40);
    const press = () => withdraw(buyer, orderId);
    const presses = await race(world.owner, holdWrites("withdrawalReview"), [press, press, press]);
    for (const { body } of presses) expect(body.review).toMatchObject({ state: "waiting" });
    expect(await reviewsOf(buyer.id)).toHaveLength(1);
    const mails = await readMails(world, buyer.email);
    expect(mails.map(({ kind }) => kind)).toEqual(["receipt", "withdrawal", "refund", "receipt", "withdrawal-review"]);
  });
});

test("[T78] of two first withdrawals at the same moment one is the first, and the other waits for the staff", async () => {
  const buyer = await makeBuyer();
  const orders = [await makePaidOrder(world, buyer), await makePaidOrder(world, buyer)];
  await spend(buyer.id, 200, 20);
  const replies = await race(
    world.owner,
    holdWrites("productOrder", "withdrawalReview"),
    orders.map(
      ({ orderId }) =>
        () =>
          withdraw(buyer, orderId),
    ),
  );
  expect(replies.map(({ body }) => body.review?.state ?? "at once")).toEqual(["at once", "waiting"]);
});

test("[T78] using everything and taking the price back works once, and is no credit line", async () => {
  const buyer = await makeWithdrawn();
  const orderId = await buyAndUse(buyer, 100, 10);
  await withdraw(buyer, orderId);
  expect((await buyer.api.billing.makeOrder({ body: TOKENS })).failure.code).toBe("WITHDRAWAL_UNDER_REVIEW");
  await runJobs(world);
  const returns = await world.db
    .selectFrom("moneyReturn")
    .innerJoin("productOrder", "id", "orderId")
    .where("memberId", "=", buyer.id)
    .select("moneyReturn.centavos")
    .execute();
  expect(returns).toEqual([{ centavos: 4_700 }]);
});

describe("while the staff decides", () => {
  test("[T78] its buyer is sold no tokens, but premium; what was opened before and is paid is granted", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 40);
    expect((await buyer.api.billing.offers()).body.reviewUntil).toBeNull();
    const { paymentToken, orderId: open } = await makeOpenOrder(world, buyer);
    const { body } = await withdraw(buyer, orderId);
    expect((await buyer.api.billing.offers()).body.reviewUntil).toBe(body.review?.answerBy);
    for (const method of ["pix", "card"] as const) {
      const { failure } = await buyer.api.billing.makeOrder({ body: { product: "tokens", method } });
      expect(failure.code).toBe("WITHDRAWAL_UNDER_REVIEW");
    }
    expect((await buyer.api.billing.makeOrder({ body: { ...TOKENS, product: "premium_monthly" } })).status).toBe(200);
    await changePayment(world.db, paymentToken, "paid", world.context.clock.now());
    await settleOrder(world.context, open);
    expect(await getBalance(world.db, buyer)).toEqual({ tokens: 160, conversations: 20 });
    await decide(orderId, false);
    expect((await buyer.api.billing.offers()).body.reviewUntil).toBeNull();
    expect((await buyer.api.billing.makeOrder({ body: TOKENS })).status).toBe(200);
  });

  test("[T78] an order at the same moment as the request does not slip in after it", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 40);
    const [withdrawalReply, ordered] = await race(world.owner, holdWrites("withdrawalReview", "productOrder"), [
      () => withdraw(buyer, orderId),
      () => buyer.api.billing.makeOrder({ body: TOKENS }),
    ]);
    expect(withdrawalReply.body.review).toMatchObject({ state: "waiting" });
    expect(ordered.failure.code).toBe("WITHDRAWAL_UNDER_REVIEW");
  });
});

describe("the staff's decision", () => {
  const auditOf = (subjectId: string) =>
    world.owner
      .selectFrom("auditEntry")
      .where("subjectId", "=", subjectId)
      .where("action", "like", "withdrawal.%")
      .select(["action", "actorId", "details"])
      .execute();

  test("[T78] to accept pays the price back once and takes what is left; mail, bell and log say so, with the reason", async () => {
    const { buyer, orderId } = await makeWaiting();
    expect((await decide(orderId, true)).status).toBe(200);
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
    expect(await getBalance(world.db, buyer)).toEqual({ tokens: 0, conversations: 0 });
    const review = { state: "accepted", reason: "Lemos o pedido." };
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: "refunded", returnedCentavos: 4_700, review });
    const mails = await readMails(world, buyer.email);
    expect(mails.map(({ kind }) => kind).slice(-2)).toEqual(["withdrawal-accepted", "refund"]);
    expect(mails.at(-2)?.bodyText).toContain("Lemos o pedido.");
    const { body: bell } = await buyer.api.notifications.list();
    expect(bell.notifications).toMatchObject([{ type: "withdrawal", actor: { id: buyer.id, name: "Equipe" } }]);
    expect(await auditOf(buyer.id)).toEqual([
      { action: "withdrawal.accepted", actorId: owner.id, details: { order: orderId, reason: "Lemos o pedido." } },
    ]);
  });

  test("[T78] to refuse moves nothing and is final; its reason is mailed and shown with the purchase", async () => {
    const { buyer, orderId } = await makeWaiting();
    expect((await decide(orderId, false, owner, "Quase tudo foi usado.")).status).toBe(200);
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([]);
    expect(await getBalance(world.db, buyer)).toEqual({ tokens: 60, conversations: 10 });
    const review = { state: "refused", reason: "Quase tudo foi usado." };
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: "paid", withdrawUntil: null, review });
    expect((await withdraw(buyer, orderId)).failure.code).toBe("WITHDRAWAL_TOO_LATE");
    const mails = await readMails(world, buyer.email);
    expect(mails.map(({ kind }) => kind).slice(-2)).toEqual(["withdrawal-review", "withdrawal-refused"]);
    expect(mails.at(-1)?.bodyText).toContain("Quase tudo foi usado.");
    expect(await auditOf(buyer.id)).toMatchObject([{ action: "withdrawal.refused" }]);
  });

  test("[T78] comes in time on day twelve for a request of day seven", async () => {
    const buyer = await makeWithdrawn();
    const orderId = await buyAndUse(buyer, 40);
    passUntilEnd(7 * DAY_MS);
    const later = { ...buyer, api: (await openBrowserOf(world, buyer.id)).api };
    expect((await withdraw(later, orderId)).body).toMatchObject({ review: { state: "waiting" } });
    passUntilEnd(5 * DAY_MS);
    expect((await decide(orderId, true, await makeStaff())).status).toBe(200);
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
  });

  test("[T78] of two at the same moment is one; the same press that comes twice changes nothing", async () => {
    const { buyer, orderId } = await makeWaiting();
    const otherStaff = await makeStaff();
    const replies = await race(world.owner, holdWrites("withdrawalReview"), [
      () => decide(orderId, true),
      () => decide(orderId, false, otherStaff),
      () => decide(orderId, true),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 200]);
    expect(replies[1].failure.code).toBe("WITHDRAWAL_DECIDED");
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
    expect((await auditOf(buyer.id)).map(({ action }) => action)).toEqual(["withdrawal.accepted"]);
  });

  test("[T78] during another press of the buyer pays back once", async () => {
    const { buyer, orderId } = await makeWaiting();
    const press = () => withdraw(buyer, orderId);
    await race(world.owner, holdWrites("withdrawalReview"), [() => decide(orderId, true), press, press]);
    await runJobs(world);
    await withdraw(buyer, orderId);
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
  });

  test("[T78] to accept pays back only what the provider has not returned meanwhile", async () => {
    const { buyer, orderId } = await makeWaiting();
    await owner.api.sandbox.operate({ params: { orderId }, body: { event: "refunded" } });
    await runJobs(world);
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: "refunded", review: { state: "waiting" } });
    expect((await decide(orderId, true)).status).toBe(200);
    await runJobs(world);
    expect(await returnsOf(orderId)).toEqual([{ centavos: 4_700, state: "done", reason: "provider" }]);
    expect(await orderOf(buyer, orderId)).toMatchObject({ review: { state: "accepted" } });
  });

  test("[T78] to accept waits for an open dispute, so that the bank and we do not both pay", async () => {
    const { buyer, orderId } = await makeWaiting();
    const happen = async (event: "charged_back" | "dispute_won") => {
      await owner.api.sandbox.operate({ params: { orderId }, body: { event } });
      await runJobs(world);
    };
    await happen("charged_back");
    expect((await decide(orderId, true)).failure.code).toBe("ORDER_DISPUTED");
    await happen("dispute_won");
    expect((await decide(orderId, true)).status).toBe(200);
    await runJobs(world);
    const doneReturns = (await returnsOf(orderId)).filter(({ state }) => state !== "won");
    expect(doneReturns).toEqual([{ centavos: 4_700, state: "done", reason: "withdrawal" }]);
    expect(await getBalance(world.db, buyer)).toEqual({ tokens: 0, conversations: 0 });
  });

  test("[T78] needs a waiting request, a reason, and a person who may give money back", async () => {
    const { buyer, orderId } = await makeWaiting();
    const { orderId: plain } = await makePaidOrder(world, await makeBuyer());
    expect((await decide(plain, true)).failure.code).toBe("NOT_FOUND");
    expect((await decide(orderId, true, owner, "  ")).failure.code).toBe("VALIDATION_ERROR");
    const { id } = await makeMember(world.owner, { role: "admin", staffRole: "moderator" });
    const moderator = { api: (await openBrowserOf(world, id)).api };
    expect((await decide(orderId, true, moderator)).status).toBe(403);
    expect(await orderOf(buyer, orderId)).toMatchObject({ review: { state: "waiting" } });
  });

  test("[T78] is stored once, whatever writes it", async () => {
    const { orderId } = await makeWaiting();
    await decide(orderId, false);
    const change = { isAccepted: true };
    const attempt = world.db.updateTable("withdrawalReview").set(change).where("orderId", "=", orderId).execute();
    await expect(attempt).rejects.toThrow(/decided once/);
  });
});

describe("the staff's queue", () => {
  test("[T78] holds what waits, the oldest first, and the dashboard counts it and what was decided", async () => {
    const { orderId: first } = await makeWaiting();
    const { orderId: second } = await makeWaiting();
    const ids = async () => (await owner.api.billing.staffWithdrawals()).body.orders.map(({ order }) => order.id);
    expect((await ids()).filter((id) => id === first || id === second)).toEqual([first, second]);
    const countWaiting = async () => {
      await countStatistics(world.context, { isWhole: true });
      const { body } = await owner.api.statistics.dashboard();
      const today = body.days.find(({ day }) => day === dayInBrazil(world.context.clock.now()));
      const waitingCount = body.work.find(({ kind }) => kind === "withdrawals")?.count ?? 0;
      return { waiting: waitingCount, decided: today?.decidedWithdrawals ?? 0 };
    };
    const before = await countWaiting();
    await decide(first, true);
    await decide(second, false);
    expect(await countWaiting()).toEqual({ waiting: before.waiting - 2, decided: before.decided + 2 });
    expect(await ids()).not.toContain(first);
  });

  test("[T78] alarms nobody while nobody may decide, and alarms them later", async () => {
    const { orderId } = await makeWaiting();
    passUntilEnd(5 * DAY_MS + 60_000);
    const change = (from: "owner" | "moderator", to: typeof from) =>
      world.owner.updateTable("profile").set({ staffRole: to }).where("staffRole", "=", from).execute();
    await change("owner", "moderator");
    onTestFinished(async () => void (await change("moderator", "owner")));
    expect(await alarmOfOverdueWithdrawals(world.context)).toBe(0);
    await change("moderator", "owner");
    expect(await alarmOfOverdueWithdrawals(world.context)).toBeGreaterThanOrEqual(1);
    expect((await decide(orderId, false, await makeStaff())).status).toBe(200);
  });

  test("[T78] alarms those who may decide by one mail, once for all that are overdue", async () => {
    const { email } = await makeStaff();
    const moderator = await makeMember(world.owner, { role: "admin", staffRole: "moderator" });
    const alarms = async (to: string) =>
      (await readMails(world, to)).filter(({ kind }) => kind === "withdrawals-overdue");
    await makeWaiting();
    const { orderId } = await makeWaiting();
    expect(await alarmOfOverdueWithdrawals(world.context)).toBe(0);
    passUntilEnd(5 * DAY_MS + 60_000);
    const count = await alarmOfOverdueWithdrawals(world.context);
    expect(count).toBeGreaterThanOrEqual(2);
    expect(await alarmOfOverdueWithdrawals(world.context)).toBe(0);
    expect(await alarms(email)).toHaveLength(1);
    expect((await alarms(email))[0]?.bodyText).toContain(`da equipe: ${count}`);
    expect(await alarms(moderator.email)).toEqual([]);
    expect((await decide(orderId, false, await makeStaff())).status).toBe(200);
  });
});
