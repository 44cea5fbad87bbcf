import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import type { Amounts } from "./amount-rules.ts";
import {
  answerBy,
  type EarlierWithdrawal,
  isMuchUsed,
  judgeDecision,
  type LedgerLine,
  mayAsk,
  needsReview,
  overdueBefore,
  presentReview,
  unreturnedOf,
  useOf,
} from "./withdrawal-rules.ts";

const DAY = 86_400;
const NOTHING: Amounts = { tokens: 0, conversations: 0, premiumSeconds: 0, highlightedSeconds: 0 };
const PACK = { tokens: 100, conversations: 10 };
const now = new Date("2026-11-24T12:00:00.000Z");

let writtenCount = 0;
/** Makes a ledger line that counts as later than those made before. */
function line(kind: string, orderId: string | null, amounts: Partial<Amounts>): LedgerLine {
  writtenCount += 1;
  return { ...NOTHING, id: String(writtenCount).padStart(6, "0"), kind, orderId, writtenAt: now, ...amounts };
}
const amountsOf = (amounts: Partial<Amounts>) => ({ ...NOTHING, ...amounts });
const usedOf = (orderId: string, lines: LedgerLine[], amounts: Partial<Amounts>) =>
  useOf(orderId, lines, amountsOf(amounts))?.used;

describe("[T78] the used part of a pack", () => {
  test("is the part that is missing", () => {
    const lines = [line("purchase", "a", PACK)];
    expect(usedOf("a", lines, PACK)).toEqual(NOTHING);
    expect(usedOf("a", lines, { tokens: 60, conversations: 7 })).toEqual(amountsOf({ tokens: 40, conversations: 3 }));
    expect(usedOf("a", lines, {})).toEqual(amountsOf(PACK));
  });

  test("begins only when the earlier balance is used up", () => {
    const lines = [line("purchase", "a", PACK)];
    expect(usedOf("a", lines, { tokens: 150, conversations: 12 })).toEqual(NOTHING);
  });

  test("stays used when the next pack fills the balance again", () => {
    const lines = [line("purchase", "a", PACK), line("purchase", "b", PACK)];
    expect(usedOf("a", lines, PACK)).toEqual(amountsOf(PACK));
    expect(usedOf("b", lines, PACK)).toEqual(NOTHING);
  });

  test("stays used when the staff gives something", () => {
    const lines = [line("purchase", "a", PACK), line("courtesy", null, { tokens: 100 })];
    expect(usedOf("a", lines, { tokens: 100, conversations: 10 })).toEqual(amountsOf({ tokens: 100 }));
  });

  test("does not include what its own returns took", () => {
    const lines = [line("purchase", "a", PACK), line("refund", "a", { tokens: -50, conversations: -5 })];
    expect(usedOf("a", lines, { tokens: 50, conversations: 5 })).toEqual(NOTHING);
    expect(usedOf("a", lines, { tokens: 30, conversations: 5 })).toEqual(amountsOf({ tokens: 20 }));
  });

  test("includes what the return of an earlier pack took of it", () => {
    // All of the first pack was used, so its return takes the second one.
    const first = line("purchase", "a", PACK);
    const lines = [first, line("purchase", "b", PACK), line("refund", "a", { tokens: -100, conversations: -10 })];
    expect(usedOf("b", lines, {})).toEqual(amountsOf(PACK));
  });

  test("is the time that has passed of it, after the time that ran before", () => {
    const month = { premiumSeconds: 30 * DAY };
    const lines = [line("purchase", "a", month), line("purchase", "b", month)];
    expect(usedOf("a", lines, { premiumSeconds: 57 * DAY })).toEqual(amountsOf({ premiumSeconds: 3 * DAY }));
    expect(usedOf("b", lines, { premiumSeconds: 57 * DAY })).toEqual(NOTHING);
  });

  test("is unknown for an order that granted nothing", () => {
    expect(useOf("a", [line("courtesy", null, PACK)], amountsOf({}))).toBeUndefined();
  });

  test("is between nothing and the grant, and of several packs together never less than what is missing", () => {
    const counts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(counts, fc.nat(1_200), (grants, share) => {
        const lines = grants.map((tokens, at) => line("purchase", String(at), { tokens }));
        const grantedTokens = grants.reduce((sum, tokens) => sum + tokens, 0);
        const tokens = Math.min(grantedTokens, share);
        const usedTokens = grants.map((_, at) => usedOf(String(at), lines, { tokens })?.tokens ?? -1);
        for (const [at, amount] of usedTokens.entries()) {
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(amount).toBeLessThanOrEqual(grants[at] ?? 0);
        }
        expect(usedTokens.reduce((sum, amount) => sum + amount, 0)).toBe(grantedTokens - tokens);
      }),
    );
  });
});

describe("[T78] more than a tenth", () => {
  const much = (usedAmounts: Partial<Amounts>, grantedAmounts: Partial<Amounts> = PACK) =>
    isMuchUsed({ granted: amountsOf(grantedAmounts), used: amountsOf(usedAmounts) });

  test("is more than ten of a hundred tokens, or than one of ten conversations", () => {
    expect(much({ tokens: 10, conversations: 1 })).toBe(false);
    expect(much({ tokens: 11 })).toBe(true);
    expect(much({ conversations: 2 })).toBe(true);
  });

  test("is more than three of thirty days, to the second", () => {
    const month = { premiumSeconds: 30 * DAY };
    expect(much({ premiumSeconds: 3 * DAY }, month)).toBe(false);
    expect(much({ premiumSeconds: 3 * DAY + 1 }, month)).toBe(true);
    expect(much({ highlightedSeconds: 3 * DAY + 1 }, { highlightedSeconds: 30 * DAY })).toBe(true);
  });
});

describe("[T78] a withdrawal", () => {
  const order = { id: "z", isLive: true, withdrawnAt: null };
  const useOfPack = (usedAmounts: Partial<Amounts>) => ({ granted: amountsOf(PACK), used: amountsOf(usedAmounts) });
  const [allUsed, unused] = [useOfPack(PACK), useOfPack({})];
  let day = 0;
  /** A withdrawal a day after the one made before. By default its money is back, and all of its grant is taken. */
  const earlier = (id: string, change: Partial<EarlierWithdrawal> = {}): EarlierWithdrawal => {
    day += 1;
    const withdrawnAt = new Date(now.getTime() + day * DAY * 1_000);
    return { id, isLive: true, withdrawnAt, money: "back", use: unused, ...change };
  };

  test("waits for the staff when more than a tenth was used, except the first one", () => {
    expect(needsReview(order, [], allUsed)).toBe(false);
    expect(needsReview(order, [earlier("a")], allUsed)).toBe(true);
    expect(needsReview(order, [earlier("a")], useOfPack({ tokens: 10 }))).toBe(false);
    expect(needsReview(order, [earlier("a")], undefined)).toBe(false);
  });

  test("does not wait when one was only tried out before, or when it was withdrawn and its money did not come", () => {
    expect(needsReview(order, [earlier("a", { isLive: false })], allUsed)).toBe(false);
    expect(needsReview({ ...order, withdrawnAt: now }, [earlier("a")], allUsed)).toBe(false);
    expect(needsReview(order, [earlier("z")], allUsed)).toBe(false);
  });

  test("of which nothing was used waits when the return of a later one before took less than nine tenths", () => {
    const second = (usedAmounts: Partial<Amounts>) => [
      earlier("a", { use: allUsed }),
      earlier("b", { use: useOfPack(usedAmounts) }),
    ];
    expect(needsReview(order, second({ tokens: 10, conversations: 1 }), unused)).toBe(false);
    expect(needsReview(order, second({ tokens: 11 }), unused)).toBe(true);
    expect(needsReview(order, second({ conversations: 2 }), unused)).toBe(true);
    expect(needsReview(order, second(PACK).toReversed(), unused)).toBe(true);
  });

  test("of which nothing was used waits while the money of a later one before is still on its way", () => {
    const second = (money: EarlierWithdrawal["money"]) => [earlier("a"), earlier("b", { money, use: allUsed })];
    expect(needsReview(order, second("requested"), unused)).toBe(true);
    // A member whose money did not go back has paid for what they used.
    expect(needsReview(order, second("here"), unused)).toBe(false);
    expect(needsReview(order, [earlier("a", { money: "requested" })], unused)).toBe(false);
  });

  test("gave back what the returns of its order took, and no more; one that failed gave nothing back", () => {
    const lines = [line("purchase", "a", PACK), line("refund", "a", { tokens: -60, conversations: -10 })];
    expect(unreturnedOf(lines)).toEqual(useOfPack({ tokens: 40 }));
    const failedLine = line("refund_failed", "a", { tokens: 60, conversations: 10 });
    expect(unreturnedOf([...lines, failedLine])).toEqual(allUsed);
    expect(unreturnedOf([])).toBeUndefined();
  });

  test("is not judged by what was only tried out", () => {
    const triedWithdrawal = { isLive: false, use: allUsed };
    expect(
      needsReview(order, [earlier("a", triedWithdrawal), earlier("b", triedWithdrawal), earlier("c")], unused),
    ).toBe(false);
    expect(needsReview(order, [earlier("a", triedWithdrawal), earlier("b", { use: allUsed })], unused)).toBe(false);
  });
});

describe("[T78] a request", () => {
  const waitingReview = { requestedAt: now, isAccepted: null, reason: null, decidedBy: null };
  const decided = { requestedAt: now, isAccepted: false, reason: "Quase tudo foi usado.", decidedBy: "ana" };

  test("is answered within five days", () => {
    expect(answerBy(now).toISOString()).toBe("2026-11-29T12:00:00.000Z");
    expect(overdueBefore(answerBy(now))).toEqual(now);
    expect(presentReview(waitingReview)).toMatchObject({ state: "waiting", answerBy: answerBy(now), reason: null });
    expect(presentReview(decided)).toMatchObject({ state: "refused", reason: "Quase tudo foi usado." });
    expect(presentReview({ ...decided, isAccepted: true })).toMatchObject({ state: "accepted" });
  });

  test("is made once: not again while it waits, nor after it was refused", () => {
    expect(mayAsk(undefined)).toBe(true);
    expect(mayAsk(waitingReview)).toBe(false);
    expect(mayAsk(decided)).toBe(false);
    expect(mayAsk({ isAccepted: true })).toBe(true);
  });

  test("is decided once; the same press that comes twice changes nothing", () => {
    const no = { isAccepted: false, reason: "Quase tudo foi usado.", actorId: "ana" };
    expect(judgeDecision(waitingReview, no, [])).toBe("decide");
    expect(judgeDecision(decided, no, [])).toBe("again");
    expect(judgeDecision(decided, { ...no, actorId: "bia" }, [])).toBe("decided");
    expect(judgeDecision(decided, { ...no, isAccepted: true }, [])).toBe("decided");
    expect(judgeDecision(decided, { ...no, reason: "Outro motivo" }, [])).toBe("decided");
  });

  test("is not accepted while the buyer's bank decides", () => {
    const yes = { isAccepted: true, reason: "No prazo.", actorId: "ana" };
    const dispute = (state: string) => [{ kind: "dispute", state }];
    expect(judgeDecision(waitingReview, yes, dispute("open"))).toBe("disputed");
    expect(judgeDecision(waitingReview, { ...yes, isAccepted: false }, dispute("open"))).toBe("decide");
    expect(judgeDecision(waitingReview, yes, dispute("won"))).toBe("decide");
  });
});
