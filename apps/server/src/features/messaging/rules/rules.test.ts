import { NEW_CONVERSATIONS_A_DAY, PRESENCE_ORDER } from "@caramelo/contract/limits";
import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { describe, expect, test, vi } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { isPayer } from "../../../base/money/premium-rules.ts";
import { isCursorTooOld, oldestStreamEvent, readListPosition, writeListPosition } from "./cursors.ts";
import {
  findShortage,
  judgeReacting,
  judgeSend,
  judgeWriting,
  needsUpgrade,
  type SendingFacts,
  warningsFor,
} from "./judge.ts";
import { planSends } from "./plan-sends.ts";
import type { JudgedSend, Quote, StoredMessage } from "./sends.ts";
import { type CarriedMessage, carriedMessage, changeFrom, chatPeerFrom, messageFor } from "./views.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const baby: SendingFacts = {
  role: "baby",
  lacksAge: false,
  isPremium: false,
  tokens: 0,
  conversations: 0,
  startedToday: 0,
  peerRole: "daddy",
  isPeerActive: true,
  doesPeerLackAge: false,
  isPeerManaged: false,
  isHidden: false,
  hasConversation: false,
  isOpened: false,
  isAcquainted: false,
  slowedStartAt: null,
};
const daddy: SendingFacts = { ...baby, role: "daddy", peerRole: "baby" };
const roles = ["baby", "daddy", "mommy", "admin", null] as const;
const anyFacts: fc.Arbitrary<SendingFacts> = fc.record({
  role: fc.constantFrom(...roles),
  peerRole: fc.constantFrom(...roles),
  lacksAge: fc.boolean(),
  isPremium: fc.boolean(),
  tokens: fc.nat(3),
  conversations: fc.nat(3),
  startedToday: fc.nat(120),
  isPeerActive: fc.boolean(),
  doesPeerLackAge: fc.boolean(),
  isPeerManaged: fc.boolean(),
  isHidden: fc.boolean(),
  hasConversation: fc.boolean(),
  isOpened: fc.boolean(),
  isAcquainted: fc.boolean(),
  slowedStartAt: fc.constantFrom(null, NOW),
});

describe("whether a member may write", () => {
  test.each([
    ["baby", "daddy", "open"],
    ["baby", "mommy", "open"],
    ["daddy", "baby", "upgrade"],
    ["mommy", "baby", "upgrade"],
    ["baby", "baby", "missing"],
    ["daddy", "mommy", "missing"],
    ["mommy", "mommy", "missing"],
    ["baby", "admin", "missing"],
    ["admin", "baby", "missing"],
    ["baby", null, "missing"],
    [null, "baby", "missing"],
  ] as const)("[D1.06][D1.08][K6.01] writing as a %s to a %s is %s", (role, peerRole, verdict) => {
    expect(judgeWriting({ ...baby, role, peerRole })).toBe(verdict);
  });

  test("[D1.06] a member may answer their own side in an existing conversation, and staff never", () => {
    expect(judgeWriting({ ...baby, peerRole: "baby", hasConversation: true })).toBe("open");
    expect(judgeWriting({ ...baby, peerRole: "admin", hasConversation: true })).toBe("missing");
  });

  test("[D1.07][T30] a blocked or inactive peer is missing for strangers and unavailable in an existing conversation", () => {
    for (const change of [{ isHidden: true }, { isPeerActive: false }]) {
      expect(judgeWriting({ ...baby, ...change })).toBe("missing");
      expect(judgeWriting({ ...baby, ...change, hasConversation: true })).toBe("unavailable");
    }
  });

  test("[D3.24][T44] a managed peer has its own verdict, and being hidden comes first", () => {
    expect(judgeWriting({ ...baby, isPeerManaged: true })).toBe("managed");
    expect(judgeWriting({ ...daddy, isPeerManaged: true, tokens: 1, conversations: 1 })).toBe("managed");
    expect(judgeWriting({ ...baby, isPeerManaged: true, isHidden: true })).toBe("missing");
  });

  test.each([
    [{ tokens: 1, conversations: 1 }, "open"],
    [{ tokens: 1 }, "upgrade"],
    [{ conversations: 1 }, "upgrade"],
    [{ tokens: 1, isOpened: true, hasConversation: true }, "open"],
    [{ tokens: 1, hasConversation: true }, "upgrade"],
    [{ conversations: 1, isOpened: true, hasConversation: true }, "upgrade"],
    [{ isPremium: true }, "open"],
  ])("[D4.05][K6.02] writing as a payer with %o is %s", (change, verdict) => {
    expect(judgeWriting({ ...daddy, ...change })).toBe(verdict);
    expect(judgeWriting({ ...daddy, role: "mommy", ...change })).toBe(verdict);
  });
});

describe("the shortage of a payer", () => {
  test.each([
    [{ tokens: 3 }, true, "conversations"],
    [{ tokens: 0 }, true, "tokens"],
    [{ tokens: 0 }, false, "never had tokens"],
  ] as const)("[D4.25] with %o, and tokens before: %s, is: %s", (balance, hasHadTokens, shortage) => {
    expect(findShortage(balance, hasHadTokens)).toBe(shortage);
  });

  test("[D4.25] has to be bought only where nothing else forbids to write", () => {
    expect(needsUpgrade(daddy)).toBe(true);
    expect(needsUpgrade({ ...daddy, isPremium: true })).toBe(false);
    expect(needsUpgrade({ ...daddy, isPeerManaged: true })).toBe(false);
    expect(needsUpgrade(baby)).toBe(false);
    expect(needsUpgrade(undefined)).toBe(false);
  });
});

describe("whether a member may react", () => {
  test.each([
    ["a baby may", baby, "allowed"],
    ["a payer may without buying", daddy, "allowed"],
    [
      "not to somebody hidden or inactive, as if they were missing",
      { ...baby, isHidden: true, hasConversation: true },
      "missing",
    ],
    ["not to somebody who left", { ...baby, isPeerActive: false, hasConversation: true }, "missing"],
    ["not to a managed profile", { ...baby, isPeerManaged: true }, "missing"],
    ["not before the member's age is assured", { ...baby, lacksAge: true }, "age"],
    ["not to one whose age nobody knows", { ...baby, doesPeerLackAge: true }, "missing"],
  ] as const)("[K4.14] %s", (_, facts, verdict) => {
    expect(judgeReacting(facts)).toBe(verdict);
  });
});

describe("the terms of a message", () => {
  const free = { verdict: "store", tokens: 0, conversations: 0 };

  test("[K6.01] a baby pays nothing and opens no pair", () => {
    expect(judgeSend(baby, NOW)).toEqual({ ...free, opens: false, starts: true });
    expect(judgeSend({ ...baby, hasConversation: true }, NOW)).toEqual({ ...free, opens: false, starts: false });
  });

  test("[D4.03][D4.04] a payer's first message costs a token and a conversation, later ones a token", () => {
    const rich = { ...daddy, tokens: 2, conversations: 1 };
    const first = { verdict: "store", tokens: 1, conversations: 1, opens: true };
    expect(judgeSend(rich, NOW)).toEqual({ ...first, starts: true });
    expect(judgeSend({ ...rich, hasConversation: true }, NOW)).toEqual({ ...first, starts: false });
    const later = { ...rich, hasConversation: true, isOpened: true, conversations: 0 };
    expect(judgeSend(later, NOW)).toEqual({
      verdict: "store",
      tokens: 1,
      conversations: 0,
      opens: false,
      starts: false,
    });
  });

  test("[D4.04] while premium the pair is opened and nothing is used", () => {
    const rich = { ...daddy, isPremium: true, tokens: 2, conversations: 2 };
    expect(judgeSend(rich, NOW)).toEqual({ ...free, opens: true, starts: true });
  });

  test("[D2.46] a member starts at most 20 conversations a day, 100 with premium, and existing ones do not count", () => {
    expect(judgeSend({ ...baby, startedToday: 19 }, NOW)).toMatchObject({ verdict: "store" });
    expect(judgeSend({ ...baby, startedToday: 20 }, NOW)).toEqual({ verdict: "too-many-new" });
    expect(judgeSend({ ...baby, startedToday: 20, hasConversation: true }, NOW)).toMatchObject({ verdict: "store" });
    expect(judgeSend({ ...daddy, isPremium: true, startedToday: 99 }, NOW)).toMatchObject({ verdict: "store" });
    expect(judgeSend({ ...daddy, isPremium: true, startedToday: 100 }, NOW)).toEqual({ verdict: "too-many-new" });
  });

  test("[D4.06] never exceed the balance, and cost only payers without premium", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const judged = judgeSend(facts, NOW);
        if (judged.verdict !== "store") return;
        expect(judgeWriting(facts)).toBe("open");
        expect(judged.tokens).toBe(isPayer(facts.role) && !facts.isPremium ? 1 : 0);
        expect(judged.tokens).toBeLessThanOrEqual(facts.tokens);
        expect(judged.conversations).toBeLessThanOrEqual(facts.conversations);
      }),
    );
  });
});

describe("a batch of sends", () => {
  const send = (n: number, change: Partial<JudgedSend> = {}): JudgedSend => ({
    id: `m${n}`,
    senderId: "bruno",
    recipientId: "ana",
    clientId: `c${n}`,
    text: "oi",
    replyToId: null,
    findWarnings: () => [],
    isConfirmed: false,
    ...change,
  });
  const quote: Quote = {
    id: "q1",
    isMine: false,
    seq: 4,
    peerSeq: 9,
    text: "e aí?",
    isCleared: false,
    isClearedForPeer: false,
  };
  const plan = (
    sends: JudgedSend[],
    facts: (SendingFacts & { quote?: Quote })[],
    foundMessages: StoredMessage[] = [],
  ) => {
    const seqs = new Map([
      ["ana", 10],
      ["bruno", 5],
    ]);
    const quotes = facts.map((sendFacts) => sendFacts.quote ?? null);
    return planSends(sends, { seqs, facts, quotes, found: foundMessages }, NOW);
  };
  const resultsOf = ({ outcomes }: ReturnType<typeof plan>) =>
    outcomes.map((outcome) => ("message" in outcome ? outcome.message.id : outcome.refusal));

  test("[T20] is judged one by one, each after what the ones before it spent", () => {
    const facts = { ...daddy, tokens: 2, conversations: 1 };
    const madePlan = plan([send(1), send(2), send(3)], [facts, facts, facts]);
    expect(resultsOf(madePlan)).toEqual(["m1", "m2", "upgrade"]);
    expect(madePlan.accepted.map(({ terms }) => [terms.tokens, terms.conversations])).toEqual([
      [1, 1],
      [1, 0],
    ]);
    expect(facts.tokens).toBe(2);
  });

  test("numbers both streams in order and keeps one row for each side", () => {
    const reply = send(2, { senderId: "ana", recipientId: "bruno" });
    const madePlan = plan(
      [send(1), reply, send(3)],
      [{ ...daddy, isPremium: true }, baby, { ...daddy, isPremium: true }],
    );
    expect(madePlan.accepted.map(({ message }) => [message.senderSeq, message.recipientSeq])).toEqual([
      [6, 11],
      [12, 7],
      [8, 13],
    ]);
    expect([...madePlan.seqs]).toEqual([
      ["bruno", 8],
      ["ana", 13],
    ]);
    const latest = { lastMessageId: "m3", lastText: "oi", lastSentAt: NOW, lastReadAt: null };
    const [bruno, ana] = [
      { ownerId: "bruno", otherId: "ana" },
      { ownerId: "ana", otherId: "bruno" },
    ];
    const begunPair = { startedAt: NOW, openedAt: NOW };
    const answeredPair = { startedAt: null, openedAt: null };
    expect(madePlan.conversations).toEqual([
      { ...bruno, ...latest, lastSeq: 8, isLastMine: true, unread: 1, received: 1, ...begunPair },
      { ...ana, ...latest, lastSeq: 13, isLastMine: false, unread: 2, received: 2, ...answeredPair },
    ]);
    expect(madePlan.accepted.map(({ terms }) => terms.starts)).toEqual([true, false, false]);
  });

  test("[D2.46] counts new conversations across the whole batch", () => {
    const facts = { ...baby, startedToday: 19 };
    const sends = [send(1), send(2), send(3, { recipientId: "carlos" })];
    expect(resultsOf(plan(sends, [facts, facts, facts]))).toEqual(["m1", "m2", "too-many-new"]);
  });

  test("stores the same client id once, and refuses another text under it", () => {
    const again = send(2, { clientId: "c1" });
    const otherText = send(3, { clientId: "c1", text: "tchau" });
    const otherSend = send(4, { clientId: "c1", recipientId: "carla" });
    const facts = { ...daddy, tokens: 9, conversations: 9 };
    const madePlan = plan([send(1), again, otherText, otherSend], [facts, facts, facts, facts]);
    expect(resultsOf(madePlan)).toEqual(["m1", "m1", "changed", "changed"]);
    expect(madePlan.accepted).toHaveLength(1);
  });

  test("[K4.13] stores a reply with its quote, and refuses one whose message belongs to another pair or was emptied", () => {
    const reply = send(1, { replyToId: "q1" });
    const rich = { ...daddy, isPremium: true };
    const madePlan = plan([reply], [{ ...rich, quote }]);
    expect(madePlan.accepted).toMatchObject([{ quote, message: { replyToId: "q1" } }]);
    expect(resultsOf(plan([reply], [rich]))).toEqual(["reply-gone"]);
    expect(resultsOf(plan([reply], [{ ...rich, quote: { ...quote, isCleared: true } }]))).toEqual(["reply-gone"]);
    // The writer must not learn that the other member has emptied the conversation.
    expect(resultsOf(plan([reply], [{ ...rich, quote: { ...quote, isClearedForPeer: true } }]))).toEqual(["m1"]);
    // A rule that forbids to write at all is checked first.
    expect(resultsOf(plan([reply], [daddy]))).toEqual(["upgrade"]);
  });

  test("[K4.13] refuses the same client id with another reply, and answers the same one", () => {
    const storedMessage = {
      ...send(1, { replyToId: "q1" }),
      senderSeq: 1,
      recipientSeq: 1,
      sentAt: NOW,
      readAt: null,
      warnings: [],
    };
    const again = (replyToId: string | null) =>
      resultsOf(plan([send(2, { clientId: "c1", replyToId })], [{ ...daddy, quote }], [storedMessage]));
    expect(again("q1")).toEqual(["m1"]);
    expect(again(null)).toEqual(["changed"]);
    expect(again("q2")).toEqual(["changed"]);
  });

  test("answers a message that is stored already, whatever the rules say by now", () => {
    const before = { ...send(1), senderSeq: 1, recipientSeq: 1, sentAt: NOW, readAt: null, warnings: [] };
    const madePlan = plan([send(2, { clientId: "c1" })], [{ ...daddy, isHidden: true }], [before]);
    expect(resultsOf(madePlan)).toEqual(["m1"]);
    expect(madePlan.accepted).toEqual([]);
    expect(madePlan.seqs.size).toBe(0);
  });

  test("[T64] refuses what looks like a fraud until its writer confirms it, and stores it with what its reader is warned of", () => {
    const doubtful = send(1, { findWarnings: () => ["pix_key", "phone"] });
    const refusedPlan = plan([doubtful, send(2)], [baby, baby]);
    expect(refusedPlan.outcomes[0]).toEqual({ refusal: "unconfirmed", warnings: ["pix_key", "phone"] });
    expect(resultsOf(refusedPlan)).toEqual(["unconfirmed", "m2"]);
    const madePlan = plan([{ ...doubtful, isConfirmed: true }], [baby]);
    expect(madePlan.accepted).toMatchObject([{ message: { warnings: ["pix_key", "phone"] } }]);
    // A rule that forbids to write at all is checked first.
    expect(resultsOf(plan([doubtful], [daddy]))).toEqual(["upgrade"]);
    // A send that is repeated after its message was stored gets that message.
    const [storedMessage] = madePlan.accepted.map(({ message }) => message);
    expect(resultsOf(plan([doubtful], [baby], storedMessage ? [storedMessage] : []))).toEqual(["m1"]);
  });

  test("[T76] does not read the text of a send that is refused for another reason or stored already", () => {
    const readSpy = vi.fn((): MessageWarning[] => ["pix_key"]);
    const doubtful = send(1, { findWarnings: readSpy });
    const refusing = [
      { ...baby, role: null },
      { ...baby, peerRole: null },
      { ...baby, isPeerActive: false },
      { ...baby, isHidden: true },
      { ...baby, isPeerManaged: true },
      { ...baby, lacksAge: true },
      { ...baby, isSessionOver: true },
      { ...baby, startedToday: NEW_CONVERSATIONS_A_DAY },
      { ...baby, slowedStartAt: NOW },
      daddy,
    ];
    for (const facts of refusing) expect(plan([doubtful], [facts]).accepted).toEqual([]);
    expect(resultsOf(plan([{ ...doubtful, replyToId: "gone" }], [baby]))).toEqual(["reply-gone"]);
    const storedMessage = { ...doubtful, senderSeq: 1, recipientSeq: 1, sentAt: NOW, readAt: null, warnings: [] };
    expect(resultsOf(plan([doubtful], [baby], [storedMessage]))).toEqual(["m1"]);
    expect(readSpy).not.toHaveBeenCalled();
    expect(resultsOf(plan([doubtful], [baby]))).toEqual(["unconfirmed"]);
    expect(readSpy).toHaveBeenCalledTimes(1);
  });

  test("[T64] two who know each other exchange contacts without a question, and money still asks", () => {
    const friends = { ...baby, isAcquainted: true };
    expect(plan([send(1, { findWarnings: () => ["phone", "link"] })], [friends]).accepted).toMatchObject([
      { message: { warnings: [] } },
    ]);
    expect(plan([send(1, { findWarnings: () => ["pix_key", "phone"] })], [friends]).outcomes).toEqual([
      { refusal: "unconfirmed", warnings: ["pix_key"] },
    ]);
    expect(warningsFor(["email"], { isAcquainted: false })).toEqual(["email"]);
  });

  test("[D5.24] a slowed member starts three conversations a day, an hour apart, and goes on with those that exist", () => {
    const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    const slowed = { ...baby, slowedStartAt: before(60) };
    expect(judgeSend(slowed, NOW)).toMatchObject({ verdict: "store" });
    expect(judgeSend({ ...slowed, slowedStartAt: before(59) }, NOW)).toEqual({ verdict: "slowed" });
    expect(judgeSend({ ...slowed, startedToday: 3 }, NOW)).toEqual({ verdict: "slowed" });
    expect(judgeSend({ ...slowed, startedToday: 3, hasConversation: true }, NOW)).toMatchObject({ verdict: "store" });
    const twoNew = [send(1), send(2, { recipientId: "carlos" })];
    expect(resultsOf(plan(twoNew, [slowed, slowed]))).toEqual(["m1", "slowed"]);
  });

  test("throws when a send comes without its facts", () => {
    expect(() => plan([send(1)], [])).toThrow("without its facts");
  });
});

describe("what each side sees", () => {
  const storedMessage: StoredMessage = {
    id: "m1",
    senderId: "bruno",
    recipientId: "ana",
    clientId: "c1",
    text: "oi",
    replyToId: "q1",
    senderSeq: 6,
    recipientSeq: 11,
    sentAt: NOW,
    readAt: null,
    warnings: ["pix_key"],
  };

  const quote: Quote = {
    id: "q1",
    isMine: false,
    seq: 4,
    peerSeq: 9,
    text: "e aí?",
    isCleared: false,
    isClearedForPeer: false,
  };

  test("has the member's own sequence number, and a client id only on their own messages", () => {
    expect(messageFor({ message: storedMessage, quote }, "bruno")).toMatchObject({
      seq: 6,
      clientId: "c1",
      isMine: true,
    });
    expect(messageFor({ message: storedMessage, quote }, "ana")).toMatchObject({
      seq: 11,
      clientId: null,
      isMine: false,
    });
    expect(messageFor({ message: storedMessage, quote }, "bruno").warnings).toEqual([]);
    expect(messageFor({ message: storedMessage, quote }, "ana").warnings).toEqual(["pix_key"]);
  });

  test("[K4.13] has the quoted message under the member's own number, and its words unless the member has emptied it", () => {
    const see = (memberId: string, change: Partial<Quote> = {}) =>
      messageFor({ message: storedMessage, quote: { ...quote, ...change } }, memberId).replyTo;
    expect(see("bruno")).toEqual({ id: "q1", seq: 4, isMine: false, text: "e aí?" });
    expect(see("ana")).toEqual({ id: "q1", seq: 9, isMine: true, text: "e aí?" });
    expect(see("bruno", { isCleared: true })?.text).toBeNull();
    expect(see("ana", { isCleared: true })?.text).toBe("e aí?");
    expect(see("ana", { isClearedForPeer: true })?.text).toBeNull();
    expect(see("bruno", { isClearedForPeer: true })?.text).toBe("e aí?");
    expect(messageFor({ message: storedMessage, quote: null }, "ana").replyTo).toBeNull();
  });

  test("a change carries a message only when it is one, or a reaction to one", () => {
    const row = { seq: 3, type: "read" as const, withId: "ana", upTo: 2, at: NOW, unread: 0 };
    const plain = { warnings: null, quotedId: null, quotedSeq: null, isQuotedMine: null, quotedText: null };
    const nothing = {
      id: null,
      messageSeq: null,
      clientId: null,
      isMine: null,
      text: null,
      sentAt: null,
      readAt: null,
    };
    const none = { ...plain, myReaction: null, theirReaction: null };
    expect(changeFrom({ ...row, ...nothing, ...none }, 4)).toEqual({ ...row, message: null, unreadTotal: 4 });
    const message = { id: "m1", clientId: null, isMine: false, text: "oi", sentAt: NOW, readAt: NOW };
    const change = changeFrom(
      {
        ...row,
        type: "reaction",
        upTo: null,
        messageSeq: 2,
        ...message,
        ...plain,
        myReaction: "love",
        theirReaction: null,
      },
      4,
    );
    expect(change.message).toEqual({
      ...message,
      seq: 2,
      replyTo: null,
      reactions: { mine: "love", theirs: null },
      warnings: [],
    });
    const quoted = { quotedId: "q1", quotedSeq: 1, isQuotedMine: true, quotedText: null };
    const reply = changeFrom({ ...row, type: "message", messageSeq: 3, ...message, ...none, ...quoted }, 4);
    expect(reply.message?.replyTo).toEqual({ id: "q1", seq: 1, isMine: true, text: null });
  });

  test("a row without all of a message carries none, and one without all of a quote quotes nothing", () => {
    const row: CarriedMessage = {
      ...{ id: "m1", messageSeq: 2, clientId: null, isMine: false, text: "oi", sentAt: NOW, readAt: null },
      ...{ warnings: null, quotedId: "q1", quotedSeq: 1, isQuotedMine: true, quotedText: "e aí?" },
      ...{ myReaction: null, theirReaction: null },
    };
    expect(carriedMessage(row)?.replyTo).toEqual({ id: "q1", seq: 1, isMine: true, text: "e aí?" });
    for (const column of ["id", "messageSeq", "isMine", "text", "sentAt"])
      expect(carriedMessage({ ...row, [column]: null })).toBeNull();
    for (const column of ["quotedId", "quotedSeq", "isQuotedMine"])
      expect(carriedMessage({ ...row, [column]: null })?.replyTo).toBeNull();
    expect(messageFor({ message: storedMessage, quote }, "ana").reactions).toEqual({ mine: null, theirs: null });
  });

  test("[T23][T71][D1.07] a peer who is not available shows no name, photo, badge or presence, whatever the reason", () => {
    const viewer = { id: "bia", role: "baby" as const };
    const facts = {
      id: "ana",
      name: "Ana",
      isVerified: true,
      isPremium: false,
      isManaged: false,
      isDemo: false,
      isActive: true,
      isHiddenPair: false,
      presence: "online" as const,
      photo: { fileName: "ana.webp", width: 1, height: 1, thumbhash: "" },
    };
    const see = (change: object) => chatPeerFrom(viewer, { ...facts, ...change }, (name) => `/${name}`);
    expect(see({})).toMatchObject({ photoUrl: "/ana.webp", presence: "online", isAvailable: true, isVerified: true });
    expect(see({ photo: null })).toMatchObject({ photoUrl: null, presence: "online" });
    const away = {
      id: "ana",
      name: "Usuário indisponível",
      photoUrl: null,
      presence: "offline",
      isVerified: false,
      isPremium: false,
      isManaged: false,
      isDemo: false,
      isAvailable: false,
    };
    expect(see({ isActive: false })).toEqual(away);
    expect(see({ isHiddenPair: true })).toEqual(away);
  });
});

test("the end of a page of conversations is read as it was written", () => {
  expect(writeListPosition({ rank: 0, lastSeq: 17 })).toBe("online.17");
  for (const rank of PRESENCE_ORDER.keys())
    expect(readListPosition(writeListPosition({ rank, lastSeq: 17 }))).toEqual({ rank, lastSeq: 17 });
});

test("[TB.14] changes of a week are kept, and a browser that has not read those before starts over", () => {
  expect(oldestStreamEvent(NOW)).toEqual(new Date(NOW.getTime() - 7 * 86_400_000));
  expect([4, 5, 6].map((after) => isCursorTooOld(after, 5))).toEqual([true, false, false]);
});
