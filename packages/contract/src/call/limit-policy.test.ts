import { describe, expect, test } from "vitest";
import { listCalls } from "../contract.ts";
import { type CallLimit, listLimits } from "./limit-policy.ts";

/** The calls by which members and staff end an intrusion, and those that lead to them. */
const PROTECTING = [
  "accounts.devices",
  "accounts.endDevice",
  "accounts.endAllDevices",
  "accounts.deactivate",
  "personalData.consents",
  "personalData.giveConsent",
  "personalData.withdrawConsent",
  "erasure.request",
  "erasure.takeBack",
  "accounts.changePassword",
  "safety.blocks",
  "safety.block",
  "safety.unblock",
  "moderation.report",
  "accounts.prove",
  "accounts.beginPasskeyProof",
  "accounts.proveByPasskey",
  "accounts.passkeys",
  "accounts.beginPasskey",
  "accounts.addPasskey",
  "accounts.renamePasskey",
  "accounts.keepPasskey",
  "accounts.keepFactor",
  "accounts.delayedRequests",
  "accounts.cancelDelayedRequests",
  "accounts.removePasskey",
  "accounts.ownFactor",
  "accounts.beginFactor",
  "accounts.confirmFactor",
  "accounts.removeFactor",
  "accounts.renewRecoveryCodes",
  "accounts.team",
  "accounts.changeStaffRole",
  "accounts.changeStaffAccess",
  "accounts.resetFactor",
  "accounts.endStaffSessions",
  "accounts.resetMemberFactor",
  "accounts.endMemberSessions",
  "accounts.openFrozenMember",
  "operator.read",
  "operator.change",
  "operator.history",
  "operator.undo",
];

const calls = listCalls().map(([name, { limit }]): [string, readonly CallLimit[]] => [name, listLimits(limit)]);
const isOfMember = ({ per }: CallLimit) => per === "member" || per === "caller";
const counterOf = ({ name, apart }: CallLimit) => `${apart ?? ""} ${name}`;
/** Whether the limit before this one counts by session, under the same name. */
const isBySession = (limits: readonly CallLimit[], limit: CallLimit) => {
  const before = limits[limits.indexOf(limit) - 1];
  return before?.per === "session" && counterOf(before) === counterOf(limit);
};

describe("[T77] a call that protects", () => {
  const protecting = calls.filter(([call]) => PROTECTING.includes(call));

  test("exists for each name of this test", () => {
    expect(protecting.map(([call]) => call).toSorted()).toEqual(PROTECTING.toSorted());
  });

  test.each(protecting)("is counted by session, and apart after a proof: %s", (call, limits) => {
    for (const limit of limits.filter(isOfMember)) {
      expect(limit.isProvenApart).toBe(true);
      // Reports burden others, so all sessions of a member share one limit.
      expect(isBySession(limits, limit)).toBe(call !== "moderation.report");
    }
  });

  test("shares no counter with a call that does not", () => {
    // Wrong passwords may share a counter with other calls, because it does not matter which form they were typed into.
    const guesses = (limit: CallLimit) => limit.counts === "failures in a row";
    // The number of hides refuses no call; beyond it a report only hides nothing by itself.
    const refuses = (limit: CallLimit) => limit.name !== "noticeHides";
    const own = new Set(
      protecting.flatMap(([, limits]) => limits.filter((limit) => refuses(limit) && !guesses(limit)).map(counterOf)),
    );
    for (const [call, limits] of calls) {
      if (PROTECTING.includes(call)) continue;
      const sharedLimits = limits.filter((limit) => own.has(counterOf(limit)));
      // These two calls belong to the screen of the settings, so they share its counter.
      expect(sharedLimits.map(counterOf), call).toEqual(
        ["operator.testMail", "operator.providers"].includes(call) ? Array(2).fill("settings staffCalls") : [],
      );
    }
  });
});

test("[T77] what every screen needs is counted by session first, in every call", () => {
  const everywhere = ["calls", "staffCalls", "sessionChecks", "settings"];
  for (const [call, limits] of calls)
    for (const limit of limits.filter((limit) => isOfMember(limit) && everywhere.includes(limit.name)))
      expect(isBySession(limits, limit), call).toBe(true);
});

test("[T77] no call of the office shares the limits of the members' calls", () => {
  for (const [name, call] of listCalls())
    if (call.access === "admin")
      expect(
        listLimits(call.limit).map((limit) => limit.name),
        name,
      ).not.toContain("calls");
});

/**
 * Limits by what a stranger can name or share that may refuse or withhold something, and why
 * (docs/topics/notifications-and-mails.md).
 */
const USED_UP_BY_STRANGERS = [
  // The mail is what is bounded; the answer is the same for every address.
  "accounts.requestRecovery recovery",
  "accounts.resendConfirmation recovery",
  "accounts.signUp recovery",
  // Known devices and sessions pass.
  "accounts.signIn signInEverywhere",
  // The call is not refused, but nothing more hides by itself.
  "moderation.sendNotice noticeHides",
  "moderation.confirmNotice noticeHides",
];

test("[T87] a limit that one person can use up for another delays mails in every form without an account", () => {
  const isShared = ({ per }: CallLimit) => per === "email" || per === "email mailbox" || per === "site";
  const foundLimits = listCalls().flatMap(([name, call]) =>
    listLimits(call.limit)
      .filter((limit) => ["public", "guest"].includes(call.access) && isShared(limit) && limit.taken !== "mail")
      .map((limit) => `${name} ${limit.name}`),
  );
  expect(foundLimits.toSorted()).toEqual(USED_UP_BY_STRANGERS.toSorted());
});
