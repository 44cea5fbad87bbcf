// Ways to break rules and queries of the server. See launcher/mutate.mjs.

const FEATURES = "apps/server/src/features";
const MEMBERS = "apps/server/src/base/members";
const PREMIUM = { file: `${MEMBERS}/premium-rules.ts`, tests: [`${MEMBERS}/premium-rules.test.ts`] };
const AMOUNTS = { file: `${FEATURES}/billing/amount-rules.ts`, tests: [`${FEATURES}/billing/amount-rules.test.ts`] };
const SETTLEMENT = {
  file: `${FEATURES}/billing/settlement-rules.ts`,
  tests: [`${FEATURES}/billing/settlement-rules.test.ts`],
};
const ENTRIES = { ...SETTLEMENT, file: `${FEATURES}/billing/entry-rules.ts` };
const RETURNS = { ...SETTLEMENT, file: `${FEATURES}/billing/return-rules.ts` };
const MISMATCHES = { ...SETTLEMENT, file: `${FEATURES}/billing/mismatch-rules.ts` };
const ORDERS = { file: `${FEATURES}/billing/order-rules.ts`, tests: [`${FEATURES}/billing/order-rules.test.ts`] };
const WITHDRAWALS = {
  file: `${FEATURES}/billing/withdrawal-rules.ts`,
  tests: [`${FEATURES}/billing/withdrawal-rules.test.ts`],
};
const SETTLE = {
  file: `${FEATURES}/billing/store-settlement.ts`,
  tests: [`${FEATURES}/billing/staff.test.ts`, `${FEATURES}/billing/orders.test.ts`],
};
const WEBHOOK = { file: `${FEATURES}/billing/receive-webhook.ts`, tests: [`${FEATURES}/billing/forgeries.test.ts`] };
const JUDGE = { file: `${FEATURES}/messaging/rules/judge.ts`, tests: [`${FEATURES}/messaging/rules/rules.test.ts`] };
const PLAN_SENDS = {
  file: `${FEATURES}/messaging/rules/plan-sends.ts`,
  tests: [`${FEATURES}/messaging/rules/rules.test.ts`],
};
const SETTINGS = {
  file: `${FEATURES}/operator/handlers/settings.ts`,
  tests: [`${FEATURES}/operator/operator.test.ts`],
};
const SETTING_RULES = { file: `${FEATURES}/operator/rules.ts`, tests: [`${FEATURES}/operator/rules.test.ts`] };
const ACCOUNTS = { file: `${FEATURES}/accounts/rules.ts`, tests: [`${FEATURES}/accounts/rules.test.ts`] };
const PRESENCE = { file: `${FEATURES}/presence/rules.ts`, tests: [`${FEATURES}/presence/rules.test.ts`] };

const VERIFICATION = { file: `${FEATURES}/verification/rules.ts`, tests: [`${FEATURES}/verification/rules.test.ts`] };
const REVIEW = {
  file: `${FEATURES}/verification/handlers/staff-review.ts`,
  tests: [`${FEATURES}/verification/review.test.ts`],
};
const DOCUMENT = {
  file: `${FEATURES}/verification/handlers/staff.ts`,
  tests: [`${FEATURES}/verification/review.test.ts`],
};
const DOCUMENT_JOBS = { file: `${FEATURES}/verification/jobs.ts`, tests: [`${FEATURES}/verification/jobs.test.ts`] };

const SECOND_FACTOR = `${FEATURES}/accounts/second-factor.test.ts`;

/** @param {string} file @param {string[]} tests */
const moderation = (file, ...tests) => ({
  file: `${FEATURES}/moderation/${file}`,
  tests: tests.map((test) => `${FEATURES}/moderation/${test}.test.ts`),
});

/** @type {import("../launcher/mutate.mjs").Mutation[]} */
export const SERVER_MUTATIONS = [
  {
    ...moderation("handlers/staff-appeals.ts", "appeals"),
    from: "if (endedAt !== null) return;",
    to: "",
    breaks: "an appeal against an old suspension lifts the ban that came after it",
  },
  {
    ...moderation("queries/hides.ts", "notices"),
    from: "ending.evenOfNotices ? [] : [eb.not(waits)]",
    to: "[]",
    breaks: "closing a case shows what a notice that waits has hidden",
  },
  {
    ...moderation("handlers/notices.ts", "notices"),
    from: 'photo !== undefined && photo.state !== "away"',
    to: "true",
    breaks: "the link of a photo that is gone hides its member",
  },
  {
    ...moderation("take-photo.ts", "cases"),
    from: "if (await isPhotoTaken(trx, photoId)) return false;",
    to: "",
    breaks: "one photo is taken by two measures",
  },
  {
    ...moderation("close-case-of.ts", "cases"),
    from: 'fail("CASE_CLOSED");',
    to: "return;",
    breaks: "two of the staff warn a member for one case",
  },
  {
    ...moderation("handlers/staff-suspensions.ts", "fresh-factor"),
    from: "if ((await findStanding(db, params.id))?.bannedAt) requireFreshFactor(me, now);",
    to: "",
    breaks: "a ban is lifted by a screen that somebody left open",
  },
  {
    file: `${FEATURES}/moderation/hide-reported.ts`,
    tests: [`${FEATURES}/moderation/cases.test.ts`],
    from: "if (await wasShownAgain(trx, caseId, null)) return false;",
    to: "",
    breaks: "a reporter hides again at will what the staff has shown again",
  },
  {
    file: `${FEATURES}/moderation/hide-reported.ts`,
    tests: [`${FEATURES}/moderation/notices.test.ts`],
    from: "await isHeld(trx, { memberId: reportedId, photoId: null }, { byReport: true })",
    to: "standing.hiddenAt !== null",
    breaks: "refusing a notice shows a member who was reported as a minor, too",
  },
  {
    file: `${FEATURES}/moderation/queries/staff-cases.ts`,
    tests: [`${FEATURES}/moderation/cases.test.ts`],
    from: "(severity, opened_at, id) < (",
    to: "(severity, opened_at, id) <= (",
    breaks: "the next case is the same one",
  },
  {
    file: `${FEATURES}/bans/queries.ts`,
    tests: [`${FEATURES}/bans/bans.test.ts`],
    from: "where report_case.reported_id =",
    to: "where report_case.id =",
    breaks: "a banned member's photo that was removed after a report comes back",
  },
  { ...VERIFICATION, from: "age < AGE_MIN", to: "age < AGE_MIN - 1", breaks: "somebody of 17 is verified" },
  {
    ...VERIFICATION,
    from: 'if (birthOn !== null) return "done";',
    to: "",
    breaks: "a verified birth date is replaced by another request",
  },
  {
    ...SETTINGS,
    file: `${FEATURES}/operator/store-change.ts`,
    from: "  await announceSettings(trx);\n",
    to: "",
    breaks: "another process never hears of changed settings",
  },
  {
    ...SETTINGS,
    from: 'if (judgeNext(name, foundChange.before, siteSettings.environment) !== undefined) fail("SETTING_REFUSED");',
    to: "",
    breaks: "a site in production loses its company when a change is taken back",
  },
  {
    ...SETTINGS,
    from: 'if ((await findLatestChange(trx, name)) !== number) fail("SETTING_CHANGED");',
    to: "",
    breaks: "taking a change back takes back the ones after it, too",
  },
  {
    ...SETTING_RULES,
    from: 'if (variable !== undefined && fixed.has(variable)) return "environment" as const;',
    to: "",
    breaks: "what the environment sets can be changed",
  },
  {
    ...SETTING_RULES,
    from: "isProduction && isUnreachable(value)",
    to: "false",
    breaks: "mails of a site in production leave from an address that cannot exist",
  },
  { ...REVIEW, from: "if (request.status !== status)", to: "if (false)", breaks: "a request is decided twice" },
  {
    ...REVIEW,
    from: 'await unverifyProfile(trx, member.id, mode === "off" ? null : mode, now);',
    to: "",
    breaks: "a mistaken approval keeps the badge and the assured age",
  },
  { ...REVIEW, from: "if (isUnderage) {", to: "if (false) {", breaks: "a minor keeps the account" },
  {
    ...DOCUMENT,
    from: "  requireFreshFactor(me, clock.now());\n",
    to: "",
    breaks: "documents open without a fresh second factor",
  },
  { ...DOCUMENT_JOBS, from: "await destroyKey(trx, id, now);", to: "", breaks: "documents outlive their time" },
  { ...PREMIUM, from: "entitlement.premiumUntil > now", to: "true", breaks: "premium never ends" },
  {
    ...PREMIUM,
    from: "highlightedUntil !== null && highlightedUntil > now",
    to: "highlightedUntil !== null",
    breaks: "a highlight never ends",
  },
  { ...PREMIUM, from: "isPayer(role) && !isPremium", to: "isPayer(role)", breaks: "premium members pay to write" },
  {
    ...AMOUNTS,
    from: "const start = laterOf(entitlement.premiumUntil, now);",
    to: "const start = now;",
    breaks: "premium that is bought while it runs gives fewer days",
  },
  {
    ...AMOUNTS,
    from: "Math.min(centavos / price, 1)",
    to: "centavos / price",
    breaks: "more than a grant is taken for more than its price",
  },
  {
    ...AMOUNTS,
    from: "Math.round(grant[unit] * share)",
    to: "Math.ceil(grant[unit] * share)",
    breaks: "a cent takes a whole token",
  },
  {
    ...AMOUNTS,
    from: "Math.ceil(secondsBetween(now, laterOf(until, now)))",
    to: "Math.floor(secondsBetween(now, laterOf(until, now)))",
    breaks: "a refund leaves a part of a second of premium",
  },
  {
    ...AMOUNTS,
    from: "laterOf(until, now).getTime() + seconds",
    to: "now.getTime() + seconds",
    breaks: "bought time does not extend what runs",
  },
  {
    ...SETTLEMENT,
    from: "const chosen = granted ?? paid[0]?.id;",
    to: "const chosen = paid[0]?.id;",
    breaks: "a granted payment that is not read again looks unpaid",
  },
  {
    ...ENTRIES,
    from: "Math.max(wantedAmounts[unit], -has[unit])",
    to: "wantedAmounts[unit]",
    breaks: "a refund takes a balance below zero",
  },
  {
    ...SETTLEMENT,
    from: "has(kind, id) && !has(UNDONE[kind], id)",
    to: "has(kind, id)",
    breaks: "what was given back is given back at every look",
  },
  {
    ...SETTLEMENT,
    from: '(moneyReturn.state === "won" || moneyReturn.state === "failed") && isTaken(moneyReturn)',
    to: 'moneyReturn.state === "won" && isTaken(moneyReturn)',
    breaks: "a refund that failed after it was done keeps what it took",
  },
  {
    ...SETTLEMENT,
    from: "Math.max(0, takenUnits[unit] - stays[unit])",
    to: "takenUnits[unit]",
    breaks: "a won dispute gives back what another refund took",
  },
  {
    ...SETTLEMENT,
    from: "!has(moneyReturn.kind, moneyReturn.id)",
    to: "true",
    breaks: "a refund takes its share at every look",
  },
  {
    ...RETURNS,
    from: "PROGRESS[namedReturn.state] > PROGRESS[before.state]",
    to: "true",
    breaks: "a late answer takes a newer fact back",
  },
  {
    ...RETURNS,
    from: "refused: 1, done: 2",
    to: "refused: 2, done: 1",
    breaks: "a refund that was given up here and is done never counts",
  },
  {
    ...SETTLEMENT,
    from: "paid.filter(({ id }) => !touched.has(id))",
    to: "paid.filter(({ id }) => id !== chosen)",
    breaks: "what was paid twice is asked back at every look",
  },
  {
    ...SETTLEMENT,
    from: "order.expiresAt.getTime() + EXPIRY_GRACE_MS",
    to: "order.expiresAt.getTime()",
    breaks: "an order expires before its provider says so",
  },
  {
    ...MISMATCHES,
    from: "centavos !== order.centavos",
    to: "centavos < order.centavos",
    breaks: "another amount than the price is taken",
  },
  {
    ...MISMATCHES,
    from: '["currency", "mode", "order"].includes(what)',
    to: '["currency", "mode"].includes(what)',
    breaks: "the staff may return the payment of another order",
    tests: [`${FEATURES}/billing/staff.test.ts`],
  },
  {
    ...ORDERS,
    from: "(WITHDRAWAL_DAYS + 1) * DAY_MS - 1",
    to: "WITHDRAWAL_DAYS * DAY_MS - 1",
    breaks: "the last day to withdraw is missing",
  },
  {
    ...WITHDRAWALS,
    from: "used[unit] * PARTS > granted[unit]",
    to: "used[unit] * PARTS >= granted[unit]",
    breaks: "a tenth is more than a tenth",
  },
  {
    ...WITHDRAWALS,
    from: "leftAmounts[unit] - sumOf(later, unit)",
    to: "leftAmounts[unit]",
    breaks: "the next pack makes the one before look unused",
  },
  {
    file: `${FEATURES}/billing/handlers/withdrawals.ts`,
    tests: [`${FEATURES}/billing/withdrawals.test.ts`],
    from: "const left = await lockEntitlement(trx, order.memberId);",
    to: 'const left = await trx.selectFrom("entitlement").where("memberId", "=", order.memberId).selectAll().executeTakeFirstOrThrow();',
    breaks: "of two withdrawals at once both are the first",
  },
  {
    ...SETTLE,
    from: "const left = await lockEntitlement(db, order.memberId);",
    to: 'const left = await db.selectFrom("entitlement").where("memberId", "=", order.memberId).selectAll().executeTakeFirstOrThrow();',
    breaks: "two purchases of one member at once count once",
  },
  {
    ...SETTLE,
    file: `${FEATURES}/billing/settle-order.ts`,
    from: "storeSettlement({ ...context, db: trx }, await lockOrder(trx, order.id), payments, now)",
    to: "storeSettlement({ ...context, db: trx }, order, payments, now)",
    breaks: "two settlements of one order do not wait for each other",
  },
  {
    ...SETTLE,
    from: "if (mismatches.length === 0) payments.push(payment);",
    to: "if (mismatches.length >= 0) payments.push(payment);",
    breaks: "a payment that does not fit grants",
    tests: [`${FEATURES}/billing/forgeries.test.ts`],
  },
  {
    ...SETTLE,
    from: "mergeReturns(knownReturns, [...payments, ...strays])",
    to: "mergeReturns(knownReturns, payments)",
    breaks: "nobody learns that a stray payment went back",
  },
  {
    ...SETTLE,
    from: "paymentId === grantedPaymentId && !strays.some(({ id }) => id === paymentId)",
    to: "paymentId === grantedPaymentId",
    breaks: "what went back of a stray payment counts against the price",
  },
  {
    ...SETTLE,
    from: "await refreshTiers(db, [memberId], now);",
    to: "",
    breaks: "a paid place in lists comes a minute late",
  },
  {
    ...SETTLE,
    from: "payments.find(({ id }) => id === grantedPaymentId)?.paidAt ?? now",
    to: "now",
    breaks: "the receipt and the time to withdraw begin when a payment was found",
    tests: [`${FEATURES}/billing/jobs.test.ts`],
  },
  {
    ...SETTLE,
    from: "if (await hasMismatch(db, order.id, id, state)) return;",
    to: "",
    breaks: "a history says the same at every look",
  },
  { ...SETTLE, from: "changed.filter(isDoneRefund)", to: "[]", breaks: "nobody is mailed that money went back" },
  {
    ...WEBHOOK,
    from: "if (!subjects) return refuse(context, name);",
    to: "if (!subjects) return true;",
    breaks: "forged webhooks are taken and not logged",
  },
  {
    ...WEBHOOK,
    from: "(await findOrder(db, orderId))?.provider !== provider",
    to: "!(await findOrder(db, orderId))",
    breaks: "one provider may speak of another one's order",
  },
  {
    ...WEBHOOK,
    from: "refuse(context, name, subject.orderId)",
    to: "false",
    breaks: "a webhook about a foreign order is not logged",
  },
  {
    ...JUDGE,
    from: "const isReachable = isPeerActive && !isHidden;",
    to: "const isReachable = isPeerActive;",
    breaks: "a blocked member may write",
  },
  {
    ...JUDGE,
    from: "facts.tokens > 0 && (facts.isOpened || facts.conversations > 0)",
    to: "facts.tokens > 0",
    breaks: "new conversations cost none",
  },
  { ...JUDGE, from: "tokens: pays ? 1 : 0", to: "tokens: 0", breaks: "messages cost no token" },
  {
    ...JUDGE,
    from: "facts.startedToday >= limit",
    to: "facts.startedToday > limit",
    breaks: "one new conversation a day too many",
  },
  {
    ...JUDGE,
    from: 'if (facts.isPeerManaged) return "managed";',
    to: "",
    breaks: "messages are sent to a managed profile",
  },
  {
    ...PLAN_SENDS,
    from: "theirs.tokens -= terms.tokens;",
    to: "",
    breaks: "two messages of one batch are paid with the same token",
  },
  {
    ...PLAN_SENDS,
    from: "storedMessage.recipientId === recipientId && storedMessage.text === text",
    to: "true",
    breaks: "another text under the same client id counts as storedMessage",
  },
  { ...ACCOUNTS, from: 'if (profile.suspendedAt) return "suspended";', to: "", breaks: "a suspended member signs in" },
  {
    ...ACCOUNTS,
    from: "session.endedAt !== null || session.expiresAt.getTime() <= now.getTime()",
    to: "session.endedAt !== null",
    breaks: "a session never expires",
  },
  { ...PRESENCE, from: "if (isHidden || !lastActiveAt)", to: "if (!lastActiveAt)", breaks: "a hidden presence shows" },
  {
    ...PRESENCE,
    from: "return facts.hasWritten ? presenceOf(facts, now) : coarsePresenceOf(facts, now);",
    to: "return presenceOf(facts, now);",
    breaks: "a stranger sees the second at which somebody comes",
  },
  {
    file: `${FEATURES}/messaging/queries/conversations.ts`,
    from: "and conversation.unread > 0\n      and $",
    to: "and conversation.unread > 0\n      or false and $",
    breaks: "unread messages of blocked pairs are counted",
    tests: [`${FEATURES}/safety/out-of-sight.test.ts`, `${FEATURES}/messaging/reading.test.ts`],
  },
  {
    file: `${MEMBERS}/stream-queries.ts`,
    from: '.orderBy("memberId")',
    to: ".orderBy(sql`random()`)",
    breaks: "two members who write to each other lock each other out",
    tests: [`${FEATURES}/messaging/streams.test.ts`],
  },
  {
    file: `${FEATURES}/messaging/handlers/send.ts`,
    from: "  await charge(trx, plan, now);\n",
    to: "",
    breaks: "nothing is taken from the balance",
    tests: [`${FEATURES}/messaging/sending.test.ts`],
  },
  {
    file: `${FEATURES}/messaging/handlers/mark-and-clear.ts`,
    from: "if (!mine.isReachable) return finish(trx, memberId, mine.unread, []);",
    to: "",
    breaks: "a blocked member gets a read receipt",
    tests: [`${FEATURES}/safety/out-of-sight.test.ts`, `${FEATURES}/messaging/reading.test.ts`],
  },
  {
    file: `${FEATURES}/accounts/session-check.ts`,
    from: "!session?.isActive || isSessionOver(session, now)",
    to: "!session || isSessionOver(session, now)",
    breaks: "a suspended or deactivated member stays signed in",
    tests: [`apps/server/src/platform/http/contract-access.test.ts`],
  },
  {
    file: `${MEMBERS}/pair-fragment-queries.ts`,
    from: "sql<boolean>`not $",
    to: "sql<boolean>`true or $",
    breaks: "blocked members see each other",
    tests: [`${FEATURES}/safety/blocks.test.ts`],
  },
  {
    file: `${MEMBERS}/pair-fragment-queries.ts`,
    from: " and reached.is_active",
    to: "",
    breaks: "a blocked member can tell the block from a departure",
    tests: [`${FEATURES}/safety/silent-block.test.ts`],
  },
  {
    file: "apps/server/src/platform/http/access-rules.ts",
    from: "(!permission || !mayStaff(staffRole, permission))",
    to: "false",
    breaks: "members may make the calls of admins",
    tests: ["apps/server/src/features/mail/mail.test.ts"],
  },
  {
    file: "apps/server/src/platform/http/access-rules.ts",
    from: 'awaitsFactor && permission !== "ownAccess"',
    to: "false",
    breaks: "a site that asks staff for a second factor works without one",
    tests: [SECOND_FACTOR],
  },
  {
    file: "apps/server/src/platform/http/fresh-factor.ts",
    from: 'fail("FRESH_FACTOR_REQUIRED")',
    to: "return",
    breaks: "grave actions need no fresh proof",
    tests: [`${FEATURES}/accounts/team.test.ts`, SECOND_FACTOR],
  },
  {
    file: `${FEATURES}/accounts/queries/factors.ts`,
    from: '.where("lastStep", "<", step)',
    to: "",
    breaks: "a code of the second factor counts twice",
    tests: [SECOND_FACTOR],
  },
  {
    file: `${FEATURES}/accounts/handlers/sign-in.ts`,
    from: "if (!hasFactor) await forgive();",
    to: "await forgive();",
    breaks: "codes of a second factor can be guessed without end",
    tests: [SECOND_FACTOR],
  },
  {
    file: `${FEATURES}/accounts/team-rules.ts`,
    from: "person.suspendedAt === null",
    to: "true",
    breaks: "the staff may lose its last active owner",
    tests: [`${FEATURES}/accounts/team-rules.test.ts`],
  },
  {
    file: `${FEATURES}/audit/rules.ts`,
    from: "if (!isWhole)",
    to: "if (!isWhole && false)",
    breaks: "a changed row of the audit log goes unnoticed",
    tests: [`${FEATURES}/audit/search.test.ts`],
  },
];
