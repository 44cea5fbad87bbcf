import { NOTICE_HOURS } from "@caramelo/contract/limits";
import { adoptMailTexts, findMailText } from "@caramelo/contract/mail/texts";
import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { REPORT_REASONS } from "@caramelo/contract/moderation/report-reasons";
import { MEASURE_KINDS, type NoticeKind } from "@caramelo/contract/texts/moderation";
import { afterEach, describe, expect, test } from "vitest";
import { quotedNumber } from "../../base/mail/rules.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import {
  acknowledgementOf,
  alarmMail,
  findNamed,
  judgeNoticeMeasure,
  noticeDecidedMail,
  readContentAddress,
} from "./notice-rules.ts";
import { findUnrelatedPair, hidesProfile, isFresh, isSerialFalse, severityOf } from "./report-rules.ts";
import {
  appealDecidedMail,
  countsSince,
  isRepeatOffender,
  isSlowedFor,
  judgeNotice,
  judgeSuspension,
  mayAppeal,
  mayDecideAppeal,
  measureMail,
  memberStatus,
  type NoticeTarget,
  noticeDueAt,
  presentMeasure,
  presentStaffMeasure,
  suspensionEnd,
} from "./rules.ts";

const now = new Date("2026-11-23T12:00:00Z");
const DAY = 86_400_000;
const free = { role: "baby", suspendedAt: null, suspendedUntil: null, bannedAt: null };

describe("who may be suspended or banned", () => {
  test.each([
    ["a member", free, ["done", "done", "done"]],
    ["a member suspended for days", { ...free, suspendedAt: now, suspendedUntil: now }, ["already", "done", "done"]],
    ["a suspended member", { ...free, suspendedAt: now }, ["already", "already", "done"]],
    ["a banned member", { ...free, suspendedAt: now, bannedAt: now }, ["already", "already", "already"]],
    ["the staff", { ...free, role: "admin" }, ["missing", "missing", "missing"]],
    ["nobody", undefined, ["missing", "missing", "missing"]],
  ] as const)("[T11] %s: for days, without an end, for good", (_, target, verdicts) => {
    const judge = (kind: "suspension" | "ban", until: Date | null) => judgeSuspension(target, { kind, until });
    expect([judge("suspension", now), judge("suspension", null), judge("ban", null)]).toEqual(verdicts);
  });

  test.each([
    ["a member", free, "done"],
    ["a suspended member, who might come back by an appeal", { ...free, suspendedAt: now }, "done"],
    ["a banned member", { ...free, suspendedAt: now, bannedAt: now }, "already"],
  ] as const)("[T51] %s, as a minor", (_, target, verdict) => {
    expect(judgeSuspension(target, { kind: "suspension", until: null, isMinor: true })).toBe(verdict);
  });

  test("a suspension of days ends after that number, and one without days never", () => {
    expect(suspensionEnd(7, now)).toEqual(new Date("2026-11-30T12:00:00Z"));
    expect(suspensionEnd(undefined, now)).toBeNull();
  });
});

describe("an appeal", () => {
  const fresh = { takenAt: now, appealedAt: null, endedAt: null };
  test.each([
    ["of a fresh measure", {}, 0, true],
    ["on the last day", {}, 30 * DAY - 1, true],
    ["after thirty days", {}, 30 * DAY, false],
    ["made before", { appealedAt: now }, 1, false],
    ["of a measure that is over", { endedAt: now }, 1, false],
  ])("%s", (_, changes, passedMs, verdict) => {
    expect(mayAppeal({ ...fresh, ...changes }, new Date(now.getTime() + passedMs))).toBe(verdict);
  });

  test("is decided by another of the staff where there are two, and by the same one where there is one", () => {
    expect(mayDecideAppeal({ takenBy: "eva" }, "rui", 1)).toBe(true);
    expect(mayDecideAppeal({ takenBy: "eva" }, "eva", 1)).toBe(false);
    expect(mayDecideAppeal({ takenBy: "eva" }, "eva", 0)).toBe(true);
    expect(mayDecideAppeal({ takenBy: null }, "eva", 1)).toBe(true);
  });
});

describe("automatic hides", () => {
  const judge = (kind: NoticeKind, target: NoticeTarget, isAgeAssured = false) =>
    (["unknown", "member", "confirmed"] as const).map((sender) => judgeNotice(kind, target, { sender, isAgeAssured }));

  test.each(["intimate", "minor"] as const)(
    "[T63] a notice of kind %s hides by what is known of its sender",
    (kind) => {
      expect(judge(kind, "profile")).toEqual(["waits", "waits", "hides"]);
      expect(judge(kind, "profile", true)).toEqual(["waits", "waits", "waits"]);
      for (const isAgeAssured of [false, true]) {
        expect(judge(kind, "photo in sight", isAgeAssured)).toEqual(["needs a second", "hides", "hides"]);
        expect(judge(kind, "hidden photo", isAgeAssured)).toEqual(["waits", "hides", "hides"]);
      }
    },
  );

  test("a notice of another kind hides nothing, no matter who sent it", () => {
    for (const target of ["profile", "photo in sight", "hidden photo"] as const)
      expect(judge("other", target)).toEqual(["waits", "waits", "waits"]);
  });

  test("[D5.02] only a report for a minor hides a profile, unless the age is assured or it is hidden", () => {
    const open = { isAgeAssured: false, isHidden: false };
    for (const reason of REPORT_REASONS) expect(hidesProfile(reason, open)).toBe(reason === "underage");
    expect(hidesProfile("underage", { ...open, isAgeAssured: true })).toBe(false);
    expect(hidesProfile("underage", { ...open, isHidden: true })).toBe(false);
  });

  test("[D5.02] a report for a minor is above all others", () => {
    const others = REPORT_REASONS.filter((reason) => reason !== "underage").map(severityOf);
    expect(severityOf("underage")).toBeGreaterThan(Math.max(...others));
  });

  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const ana = { id: "ana", joinedAt: at(0) };
  const bia = { id: "bia", joinedAt: at(5) };
  const nobodyKnows = () => false;

  test("[D5.03] two reporters count when they neither know each other nor joined within the same hour", () => {
    expect(findUnrelatedPair([ana, bia], nobodyKnows)).toEqual([ana, bia]);
    expect(findUnrelatedPair([ana], nobodyKnows)).toBeUndefined();
    expect(findUnrelatedPair([ana, { ...bia, joinedAt: at(0.5) }], nobodyKnows)).toBeUndefined();
    const later = { ...bia, joinedAt: at(1) };
    expect(findUnrelatedPair([ana, later], nobodyKnows)).toEqual([ana, later]);
    expect(findUnrelatedPair([ana, { ...bia, joinedAt: at(2) }], (one, other) => one !== other)).toBeUndefined();
    expect(findUnrelatedPair([ana, bia], () => true)).toBeUndefined();
    expect(findUnrelatedPair([ana, { ...ana, id: "ana2" }, bia], nobodyKnows)).toEqual([ana, bia]);
  });

  test("[T88] a report by an account on its first day hides nobody alone", () => {
    expect([0, 23.9, 24, 25].map((hours) => isFresh(at(-hours), now))).toEqual([true, true, false, false]);
  });

  test.each([
    [2, 2, false],
    [3, 3, true],
    [4, 3, false],
    [5, 4, true],
    [10, 7, false],
    [10, 8, true],
  ])("[T63] of %i closed cases %i dismissed: a serial false reporter is %s", (closedCount, dismissed, verdict) => {
    expect(isSerialFalse({ closed: closedCount, dismissed })).toBe(verdict);
  });
});

test("a repeat offender has two measures that no appeal undid", () => {
  const heldMeasure = { kind: "warning" as const, isGranted: null };
  expect([
    isRepeatOffender([heldMeasure]),
    isRepeatOffender([heldMeasure, { ...heldMeasure, isGranted: false }]),
  ]).toEqual([false, true]);
  expect(isRepeatOffender([heldMeasure, { ...heldMeasure, isGranted: true }])).toBe(false);
  expect(isRepeatOffender([heldMeasure, { kind: "under_review", isGranted: null }])).toBe(false);
});

test("the state of a member is the gravest of what is true", () => {
  const none = { deactivatedAt: null, suspendedAt: null, bannedAt: null, hiddenAt: null };
  expect(memberStatus(none)).toBe("active");
  expect(memberStatus({ ...none, deactivatedAt: now })).toBe("deactivated");
  expect(memberStatus({ ...none, deactivatedAt: now, hiddenAt: now })).toBe("hidden");
  expect(memberStatus({ ...none, suspendedAt: now, hiddenAt: now })).toBe("suspended");
  expect(memberStatus({ ...none, suspendedAt: now, bannedAt: now })).toBe("banned");
});

describe("the address of a notice", () => {
  const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  const name = "0123456789abcdef0123456789abcdef";
  test.each([
    [`https://caramelo.example/perfil/${id}`, { memberId: id }],
    [`/perfil/${id.toUpperCase()}?x=1`, { memberId: id }],
    [`https://caramelo.example/mensagens?userId=${id}`, { memberId: id }],
    [`/mensagens?aba=1&id=${id}`, { memberId: id }],
    [`https://caramelo.example/api/photos/${id}/${name}/960?s=abc`, { memberId: id, name }],
    [`/api/photos/${id}/${name}`, { memberId: id, name }],
    ["a foto da moça de vermelho", undefined],
    [`/perfil/${id.slice(0, 20)}`, undefined],
  ])("%s", (address, namedContent) => {
    expect(readContentAddress(address)).toEqual(namedContent);
  });

  test.each([
    [`/perfil/${id}`, null, "profile", ["suspension", undefined]],
    [`/api/photos/${id}/${name}`, id, "photo", ["photo", "photo"]],
    [`/api/photos/${id}/${name}`, null, "gone photo", ["none", undefined]],
  ] as const)("%s with the photo %s names a %s", (address, photoId, namedContent, measures) => {
    const noticed = { address, memberId: id, photoId };
    expect(findNamed(noticed)).toBe(namedContent);
    expect([judgeNoticeMeasure(noticed, undefined), judgeNoticeMeasure(noticed, "photo")]).toEqual(measures);
    expect([judgeNoticeMeasure(noticed, "suspension"), judgeNoticeMeasure(noticed, "none")]).toEqual([
      "suspension",
      "none",
    ]);
  });

  test("words that name nobody lead to no measure", () => {
    const noticed = { address: "a foto da festa", memberId: null, photoId: null };
    expect(findNamed(noticed)).toBe("nothing");
    const possibleMeasures = [undefined, "none", "photo", "suspension"] as const;
    expect(possibleMeasures.map((measure) => judgeNoticeMeasure(noticed, measure))).toEqual([
      "none",
      "none",
      undefined,
      undefined,
    ]);
  });

  test("the number that its sender quotes is short and of the notice alone", () => {
    expect(quotedNumber(id)).toBe("05E82C3301");
  });
});

test("a notice is due a fixed number of hours after it came", () => {
  expect(noticeDueAt(now)).toEqual(new Date(now.getTime() + NOTICE_HOURS * 3_600_000));
});

describe("a measure that is shown", () => {
  const facts = {
    ...{
      id: "measure",
      memberId: "bia",
      caseId: "case",
      kind: "suspension" as const,
      reason: "Ofendeu.",
      takenBy: "eva",
    },
    ...{ takenAt: now, until: null, endedAt: null, photoId: null },
    ...{ appealText: null, appealedAt: null, decidedAt: null, decidedBy: null, isGranted: null, answer: null },
  };
  const { id, kind, reason, takenAt } = facts;
  const shownFacts = { id, kind, reason, takenAt, until: null, endedAt: null };

  test("tells the member whether they may appeal, and the staff whom it is about and who took it", () => {
    expect(presentMeasure(facts, now)).toEqual({ ...shownFacts, appeal: null, mayAppeal: true });
    expect(presentStaffMeasure({ ...facts, takerName: "Eva" })).toEqual({
      ...{ ...shownFacts, appeal: null },
      ...{ memberId: "bia", caseId: "case", takenBy: "Eva" },
    });
  });

  test("has an appeal once it was made, and a decision once all of it is there", () => {
    const appealOf = (change: Partial<Parameters<typeof presentMeasure>[0]>) =>
      presentMeasure({ ...facts, ...change }, now).appeal;
    const appealed = { appealText: "Não fui eu.", appealedAt: now };
    const decided = { ...appealed, decidedAt: now, isGranted: false, answer: "Lemos de novo." };
    expect(appealOf({ ...appealed, appealText: null })).toBeNull();
    expect(appealOf({ ...appealed, appealedAt: null })).toBeNull();
    expect(appealOf(appealed)).toEqual({ text: "Não fui eu.", at: now, decision: null });
    for (const missingField of ["decidedAt", "isGranted", "answer"])
      expect(appealOf({ ...decided, [missingField]: null })?.decision).toBeNull();
    expect(appealOf(decided)?.decision).toEqual({ isGranted: false, answer: "Lemos de novo.", at: now });
  });
});

const NOW = new Date("2026-11-24T12:00:00Z");
const pairs = (count: number, ...warnings: MessageWarning[]) =>
  Array.from({ length: count }, (_, at) => ({ recipientId: String(at), warnings }));

test("[D5.24] messages that look like frauds slow a member at the third stranger, contacts alone at the tenth", () => {
  expect(isSlowedFor([])).toBe(false);
  expect(isSlowedFor(pairs(2, "money_request"))).toBe(false);
  expect(isSlowedFor(pairs(3, "money_request"))).toBe(true);
  expect(isSlowedFor(pairs(3, "phone", "money_request"))).toBe(true);
  expect(isSlowedFor(pairs(9, "phone"))).toBe(false);
  expect(isSlowedFor(pairs(10, "phone"))).toBe(true);
  expect(isSlowedFor([...pairs(2, "money_request"), ...pairs(7, "phone")])).toBe(false);
  expect(isSlowedFor([...pairs(2, "money_request"), ...pairs(8, "phone")])).toBe(true);
});

test("[D5.24] messages of a week count, and none from before the staff said that all is well", () => {
  expect(countsSince(null, NOW)).toEqual(new Date("2026-11-17T12:00:00Z"));
  expect(countsSince(new Date("2026-11-23T12:00:00Z"), NOW)).toEqual(new Date("2026-11-23T12:00:00Z"));
  expect(countsSince(new Date("2026-11-01T12:00:00Z"), NOW)).toEqual(new Date("2026-11-17T12:00:00Z"));
});

const ORIGIN = "https://caramelo.example";
const ID = "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70";
const until = new Date("2026-11-30T17:05:00Z");
const reason = "Ofendeu outras pessoas.";

const mails = [
  ...MEASURE_KINDS.map((kind) => measureMail({ kind, reason, until: null }, `${ORIGIN}/recurso#x`)),
  measureMail({ kind: "suspension", reason, until }, `${ORIGIN}/recurso#x`),
  ...[true, false].map((isGranted) => appealDecidedMail({ isGranted, answer: "Lemos de novo." }, ORIGIN)),
  writeMail("suspension-ended", { url: `${ORIGIN}/login` }),
  writeMail("review-ended", { url: `${ORIGIN}/login` }),
  acknowledgementOf({ id: ID, kind: "other" }, ORIGIN, "x"),
  acknowledgementOf({ id: ID, kind: "intimate" }, ORIGIN, "x"),
  writeMail("alarm-brake", { url: `${ORIGIN}/admin/denuncias/avisos` }),
  ...[true, false].map((isAccepted) => noticeDecidedMail(ID, { isAccepted, answer: "Obrigado." })),
  alarmMail(ORIGIN, [{ kind: "report", count: 1 }]),
].map((mail) => [mail.kind, mail] as const);

describe("each mail of moderation", () => {
  test.each(mails)("%s fills every placeholder, in both forms", (_, mail) => {
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]/);
    expectTwinForms(mail);
  });

  test("has its own kind, which the operator may rewrite", () => {
    expect(new Set(mails.map(([kind]) => kind)).size).toBe(mails.length);
  });
});

describe("the words of the staff", () => {
  afterEach(() => adoptMailTexts([]));

  test("are put into the operator's words, and no placeholder in them is filled", () => {
    const text = { ...findMailText("measure-ban"), paragraphs: ["Fim: {motivo}"] };
    adoptMailTexts([["measure-ban", text]]);
    const mail = measureMail({ kind: "ban", reason: "Usou {marca}.", until: null }, `${ORIGIN}/recurso#x`);
    expect(mail.text).toContain("Fim: Usou {marca}.");
    expect(mail.text).toContain(`Ver e recorrer:\n${ORIGIN}/recurso#x`);
  });

  test("name the end of a suspension in São Paulo's time", () => {
    expect(measureMail({ kind: "suspension", reason, until }, ORIGIN).text).toContain(
      "A suspensão vale até 30 de novembro de 2026 às 14:05.",
    );
  });
});

describe("the alarm of the staff", () => {
  const textOf = (...counts: Parameters<typeof alarmMail>[1]) => alarmMail(ORIGIN, counts).text;

  test("says how much there is of each kind, as Brazilians write numbers", () => {
    expect(textOf({ kind: "notice", count: 1 })).toContain("1 denúncia do formulário público.");
    expect(textOf({ kind: "notice", count: 1_200 })).toContain("1.200 denúncias do formulário público.");
    expect(textOf({ kind: "of another release", count: 2 })).toContain("2 outras ocorrências.");
  });

  test("leads to the notices when there is nothing else, and else to the cases", () => {
    const notice = { kind: "notice", count: 1 };
    const report = { kind: "report", count: 1 };
    expect(textOf(notice)).toContain(`${ORIGIN}/admin/denuncias/avisos\n`);
    for (const counts of [[report], [notice, report]])
      expect(textOf(...counts)).toContain(`${ORIGIN}/admin/denuncias\n`);
  });
});

test("a decided appeal leads to where the member signs in", () => {
  expect(appealDecidedMail({ isGranted: true, answer: "Lemos de novo." }, ORIGIN).text).toContain(`${ORIGIN}/login\n`);
});
