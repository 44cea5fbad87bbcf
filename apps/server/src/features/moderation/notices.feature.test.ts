import { shortEmail } from "@caramelo/contract/formats/short-email";
import { noticeReasons } from "@caramelo/contract/texts/moderation";
import { afterEach, describe, expect, test } from "vitest";
import { readMails } from "../../testing/mails.ts";
import { readNoticeTokens, sendConfirmedNotice, sendNotice } from "../../testing/notices.ts";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents, SELF_CHANGED, unread } from "../../testing/published-events.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { sendAlarms, sweepEvidence } from "./jobs.ts";

// Many of this file's notices hide, and one mailbox sends many; notice-flood.feature.test.ts tests the limits.
const MANY = {
  LIMIT_NOTICE_MAILBOX: "100/3600",
  LIMIT_NOTICES_EVERYWHERE: "1000/3600",
  LIMIT_NOTICE_HIDES: "1000/3600",
};
const world = await openWorld(MANY);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const makeAdmin = () => makeSignedIn(world, { role: "admin" });

/** Closes the cases and notices that a test leaves waiting, so that the queues of the next test do not show them. */
afterEach(async () => {
  const { id: decidedBy } = await makeMember(world.owner, { role: "admin" });
  await world.owner
    .updateTable("reportCase")
    .set({ status: "dismissed", reviewedAt: new Date(), reviewedBy: decidedBy })
    .where("status", "=", "pending")
    .execute();
  await world.owner
    .updateTable("notice")
    .set({ status: "refused", answer: "Obrigado.", decidedAt: new Date(), decidedBy })
    .where("status", "=", "pending")
    .execute();
});

type Changes = Parameters<typeof sendNotice>[2];
/** Sends a notice whose mailbox is confirmed, which hides what it may. */
const notice = (address: string, changes: Changes = {}, browser = world.browser()) =>
  sendConfirmedNotice(world, address, changes, browser);
const findNotice = async ({ browser }: Person, memberId: string, status: "pending" | "decided" = "pending") => {
  const { notices } = (await browser.api.moderation.staffNotices({ query: { status } })).body;
  return notices.find(({ member }) => member?.id === memberId);
};
type Measure = { measure?: "photo" | "suspension" | "none"; reason?: string; days?: number };
const decide = ({ browser }: Person, id: string, isAccepted: boolean, more: Measure = {}) =>
  browser.api.moderation.decideNotice({
    params: { id },
    body: { isAccepted, answer: "Obrigado pelo aviso.", ...more },
  });
const listMeasuresOf = (memberId: string) =>
  world.owner
    .selectFrom("measure")
    .where("memberId", "=", memberId)
    .where("kind", "<>", "under_review")
    .select(["kind", "reason", "until", "caseId"])
    .execute();
const statusOf = async (id: string) => {
  const { status } = await world.owner
    .selectFrom("reportCase")
    .where("id", "=", id)
    .select("status")
    .executeTakeFirstOrThrow();
  return status;
};
const maySee = async ({ browser }: Person, id: string) =>
  (await browser.api.profiles.read({ params: { id } })).status === 200;
const listShown = async (memberId: string) => {
  const rows = await world.owner
    .selectFrom("photo")
    .where("memberId", "=", memberId)
    .orderBy("position")
    .select("fileName")
    .execute();
  return rows.map(({ fileName }) => fileName);
};

describe("a notice of the public form", () => {
  test("needs no account, hides the named photo once its mailbox is confirmed, and must be decided within 24 hours", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    const fileNames = await makePhotos(world.owner, dan.id, [0, 1, 2]);
    const link = world.context.photoLinks.linkTo(fileNames[1] ?? "", "large", new Date());
    const email = newEmail();
    const reply = await notice(`https://caramelo.example${link}`, { email });
    expect(reply.status).toBe(200);
    expect(new Date(reply.body.dueAt).getTime() - Date.now()).toBeLessThanOrEqual(DAY);
    expect(await listShown(dan.id)).toEqual([fileNames[0], fileNames[2]]);
    const foundNotice = await findNotice(admin, dan.id);
    expect(foundNotice).toMatchObject({
      kind: "intimate",
      hasHidden: true,
      senderEmail: shortEmail(email),
      caseId: expect.any(String),
    });
    expect((await admin.browser.raw(foundNotice?.photoUrl ?? "")).status).toBe(404);
    const [mail] = await readMails(world, email);
    expect(mail?.kind).toBe("notice-confirmation");
    expect(mail?.bodyText).toContain(`Número da denúncia: ${reply.body.number}.`);
    expect(mail?.bodyText).not.toContain("Sou eu nesta foto");
  });

  test("hides the named profile, opens a case at the top of the queue, and a refusal shows it again and answers the sender", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    const email = newEmail();
    await notice(`/perfil/${dan.id}`, { kind: "minor", email });
    expect(await maySee(ana, dan.id)).toBe(false);
    const { cases } = (await admin.browser.api.moderation.staffCases({ query: { status: "pending" } })).body;
    expect(cases[0]).toMatchObject({ reported: { id: dan.id }, severity: 3, noticeCount: 1, reporter: null });
    const foundNotice = await findNotice(admin, dan.id);
    expect((await decide(admin, foundNotice?.id ?? "", false)).status).toBe(200);
    expect(await maySee(ana, dan.id)).toBe(true);
    const mails = await readMails(world, email);
    expect(mails.map(({ kind }) => kind)).toEqual(["notice-confirmation", "notice-refused"]);
    expect(mails[1]?.bodyText).toContain("Obrigado pelo aviso.");
    expect((await decide(admin, foundNotice?.id ?? "", true)).failure.code).toBe("NOT_FOUND");
  });

  test("that is accepted suspends the named member, who is told and may appeal", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    await notice(`/perfil/${dan.id}`, { kind: "minor" });
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", true);
    const profile = await world.owner
      .selectFrom("profile")
      .where("memberId", "=", dan.id)
      .select("suspendedAt")
      .executeTakeFirstOrThrow();
    expect(profile.suspendedAt).not.toBeNull();
    expect((await readMails(world, dan.email)).map(({ kind }) => kind)).toEqual([
      "measure-review",
      "measure-suspension-open",
    ]);
    // The reason that the member reads is the safety of minors, not an age or a photo, which no report has mentioned.
    expect(await listMeasuresOf(dan.id)).toMatchObject([
      { kind: "suspension", reason: noticeReasons.minor, until: null, caseId: expect.any(String) },
    ]);
    expect(await findNotice(admin, dan.id, "decided")).toMatchObject({ status: "accepted", decidedBy: "Ana" });
  });

  test("that is accepted takes the named photo away for good", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    const fileNames = await makePhotos(world.owner, dan.id, [0, 1, 2]);
    await notice(world.context.photoLinks.linkTo(fileNames[0] ?? "", "small", new Date()));
    const { publishedTo } = recordPublishedEvents(world);
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", true);
    // It joins that of the hide in one row.
    expect(publishedTo(dan)).toEqual([SELF_CHANGED, unread(1)]);
    expect(await listShown(dan.id)).toEqual(fileNames.slice(1));
    const hiddenPhotos = await world.owner
      .selectFrom("hiddenPhoto")
      .where("memberId", "=", dan.id)
      .select("isUnderReview")
      .execute();
    expect(hiddenPhotos).toEqual([{ isUnderReview: false }]);
  });

  test("hides one thing of a sender until it is decided, and nothing of another kind", async () => {
    const ana = await makeSignedIn(world);
    const email = newEmail();
    const daddies = await Promise.all([1, 2, 3].map(() => makeMember(world.owner, { role: "daddy" })));
    const [dan, leo, rui] = daddies.map(({ id }) => id);
    for (const id of [dan, leo]) await notice(`/perfil/${id}`, { email });
    await notice(`/perfil/${rui}`, { kind: "other" });
    expect(await Promise.all([dan, leo, rui].map((id) => maySee(ana, id ?? "")))).toEqual([false, true, true]);
  });

  test("hides one thing of a sender who sends several at the same instant", async () => {
    const ana = await makeSignedIn(world);
    const email = newEmail();
    const daddies = await Promise.all([1, 2, 3, 4].map(() => makeMember(world.owner, { role: "daddy" })));
    await Promise.all(daddies.map(({ id }) => sendNotice(world, `/perfil/${id}`, { email })));
    const tokens = await readNoticeTokens(world, email);
    const confirmations = tokens.map(
      (token) => () => world.browser().api.moderation.confirmNotice({ body: { token } }),
    );
    const replies = await race(world.owner, holdWrites("automaticHide"), confirmations);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const seenFlags = await Promise.all(daddies.map(({ id }) => maySee(ana, id)));
    expect(seenFlags.filter((isSeen) => !isSeen)).toHaveLength(1);
  });

  test("[T63] hides one thing of a mailbox, however it is spelled, and one of a network address", async () => {
    const ana = await makeSignedIn(world);
    const daddies = await Promise.all([1, 2, 3, 4].map(() => makeMember(world.owner, { role: "daddy" })));
    const [dan, leo, rui, edu] = daddies.map(({ id }) => id);
    const name = crypto.randomUUID().slice(0, 8);
    await notice(`/perfil/${dan}`, { email: `${name}+1@exemplo.invalid` });
    await notice(`/perfil/${leo}`, { email: `${name}+2@exemplo.invalid` });
    const cafe = world.browser();
    for (const id of [rui, edu]) await notice(`/perfil/${id}`, { email: newEmail() }, cafe);
    expect(await Promise.all([dan, leo, rui, edu].map((id) => maySee(ana, id ?? "")))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    // A network address that has hidden a profile cannot hide a photo either.
    const fileNames = await makePhotos(world.owner, edu ?? "", [0, 1, 2]);
    await notice(world.context.photoLinks.linkTo(fileNames[1] ?? "", "large", new Date()), {}, cafe);
    expect(await listShown(edu ?? "")).toEqual(fileNames);
    const storedNotice = await world.owner
      .selectFrom("notice")
      .where("memberId", "=", rui ?? "")
      .selectAll()
      .execute();
    expect(storedNotice[0]?.senderNetwork).toHaveLength(32);
  });

  test("[T63] of a sender whom the staff has refused hides nothing more of that member", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    const email = newEmail();
    await notice(`/perfil/${dan.id}`, { email });
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", false);
    await notice(`/perfil/${dan.id}`, { email });
    expect(await maySee(ana, dan.id)).toBe(true);
    expect(await findNotice(admin, dan.id)).toMatchObject({ hasHidden: false });
    await notice(`/perfil/${dan.id}`);
    expect(await maySee(ana, dan.id)).toBe(false);
  });

  test("[D5.02] for a minor hides nothing of a member whose age is assured, and is at the top of the queue", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    await world.owner.updateTable("profile").set({ birthOn: "1980-05-05" }).where("memberId", "=", dan.id).execute();
    await notice(`/perfil/${dan.id}`, { kind: "minor" });
    expect(await maySee(ana, dan.id)).toBe(true);
    const { cases } = (await admin.browser.api.moderation.staffCases({ query: { status: "pending" } })).body;
    expect(cases[0]).toMatchObject({ reported: { id: dan.id }, severity: 3, isHidden: false });
  });

  test("[T39] keeps hidden what it names while it waits, whatever is decided about other notices and reports of the member", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    for (let i = 0; i < 2; i += 1) await notice(`/perfil/${dan.id}`, { kind: "minor" });
    const first = await findNotice(admin, dan.id);
    await decide(admin, first?.id ?? "", false);
    expect(await maySee(ana, dan.id)).toBe(false);
    const closing = { params: { id: first?.caseId ?? "" }, body: { status: "dismissed" as const } };
    expect((await admin.browser.api.moderation.closeCase(closing)).status).toBe(200);
    expect(await maySee(ana, dan.id)).toBe(false);
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", false);
    expect(await maySee(ana, dan.id)).toBe(true);
  });

  test("[D5.02] leaves hidden what a report for a minor hides, too", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world, { createdAt: new Date(Date.now() - 9 * DAY) }),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    await makeConversation(world.owner, ana.id, dan.id);
    await notice(`/perfil/${dan.id}`, { kind: "minor" });
    const body = { memberId: dan.id, reason: "underage" as const };
    expect((await ana.browser.api.moderation.report({ body })).status).toBe(200);
    const foundNotice = await findNotice(admin, dan.id);
    await decide(admin, foundNotice?.id ?? "", false);
    expect(await maySee(ana, dan.id)).toBe(false);
    const closing = { params: { id: foundNotice?.caseId ?? "" }, body: { status: "dismissed" as const } };
    await admin.browser.api.moderation.closeCase(closing);
    expect(await maySee(ana, dan.id)).toBe(true);
  });

  test("is accepted with the reason and the length that the staff gives, and its case without reports is closed", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    await notice(`/perfil/${dan.id}`, { kind: "other" });
    const foundNotice = await findNotice(admin, dan.id);
    expect(foundNotice).toMatchObject({ named: "profile", hasHidden: false });
    const before = Date.now();
    await decide(admin, foundNotice?.id ?? "", true, { measure: "suspension", reason: "Venda proibida.", days: 7 });
    const [measure] = await listMeasuresOf(dan.id);
    expect(measure).toMatchObject({ kind: "suspension", reason: "Venda proibida." });
    expect((measure?.until?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(7 * DAY);
    expect(await statusOf(foundNotice?.caseId ?? "")).toBe("reviewed");
  });

  test("[T39] that is accepted against a member suspended for a day keeps them out after it", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    await admin.browser.api.moderation.suspend({ params: { id: dan.id }, body: { reason: "Golpe.", days: 1 } });
    await notice(`/perfil/${dan.id}`, { kind: "minor" });
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", true);
    const profile = await world.owner
      .selectFrom("profile")
      .where("memberId", "=", dan.id)
      .select(["suspendedAt", "suspendedUntil"])
      .executeTakeFirstOrThrow();
    expect(profile).toEqual({ suspendedAt: expect.any(Date), suspendedUntil: null });
  });

  test("is accepted without another measure where the staff has done what there was to do", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    await notice(`/perfil/${dan.id}`);
    const foundNotice = await findNotice(admin, dan.id);
    expect((await decide(admin, foundNotice?.id ?? "", true, { measure: "none" })).status).toBe(200);
    expect(await listMeasuresOf(dan.id)).toEqual([]);
    expect(await maySee(ana, dan.id)).toBe(true);
    expect((await decide(admin, foundNotice?.id ?? "", true)).failure.code).toBe("NOT_FOUND");
  });

  test("names exactly what its address says: a photo that is gone hides neither its member nor another photo", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    const [first = "", ...rest] = await makePhotos(world.owner, dan.id, [0, 1, 2]);
    const link = world.context.photoLinks.linkTo(first, "large", new Date());
    await world.owner.deleteFrom("photo").where("fileName", "=", first).execute();
    await notice(link);
    const foundNotice = await findNotice(admin, dan.id);
    expect(foundNotice).toMatchObject({ named: "gone photo", hasHidden: false, photoUrl: null });
    expect([await maySee(ana, dan.id), await listShown(dan.id)]).toEqual([true, rest]);
    expect((await decide(admin, foundNotice?.id ?? "", true, { measure: "photo" })).failure.code).toBe(
      "VALIDATION_ERROR",
    );
    expect((await decide(admin, foundNotice?.id ?? "", true)).status).toBe(200);
    expect(await listMeasuresOf(dan.id)).toEqual([]);
    expect(await maySee(ana, dan.id)).toBe(true);
  });

  test("keeps a photo away that the reports of a case have hidden already, until it is decided itself", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    const fileNames = await makePhotos(world.owner, dan.id, [0, 1, 2]);
    const link = world.context.photoLinks.linkTo(fileNames[0] ?? "", "large", new Date());
    for (let i = 0; i < 2; i += 1) await notice(link);
    const first = await findNotice(admin, dan.id);
    expect(first).toMatchObject({ named: "photo", hasHidden: true });
    await decide(admin, first?.id ?? "", false);
    expect(await listShown(dan.id)).toEqual(fileNames.slice(1));
    const second = await findNotice(admin, dan.id);
    expect(second).toMatchObject({ named: "photo", hasHidden: true, number: expect.stringMatching(/^[0-9A-F]{10}$/) });
    await decide(admin, second?.id ?? "", true);
    expect((await listMeasuresOf(dan.id)).map(({ kind }) => kind)).toEqual(["photo_hidden"]);
    expect(await statusOf(second?.caseId ?? "")).toBe("reviewed");
  });

  test("does not close the case of reports about the same member", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    await ana.browser.api.moderation.report({ body: { memberId: dan.id, reason: "harassment" } });
    await notice(`/perfil/${dan.id}`);
    const foundNotice = await findNotice(admin, dan.id);
    await decide(admin, foundNotice?.id ?? "", false);
    expect(await statusOf(foundNotice?.caseId ?? "")).toBe("pending");
  });

  test("[T39] that is accepted against a profile leaves nothing hidden once the suspension is lifted", async () => {
    const [admin, ana, dan] = [
      await makeAdmin(),
      await makeSignedIn(world),
      await makeMember(world.owner, { role: "daddy" }),
    ];
    await notice(`/perfil/${dan.id}`, { kind: "minor" });
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", true);
    expect(await maySee(ana, dan.id)).toBe(false);
    await admin.browser.api.moderation.reinstate({ params: { id: dan.id }, body: {} });
    expect(await maySee(ana, dan.id)).toBe(true);
  });

  test("answers alike whether its address names a member, nobody, the staff or nothing", async () => {
    const [admin, dan] = [await makeAdmin(), await makeMember(world.owner, { role: "daddy" })];
    const addresses = [`/perfil/${dan.id}`, `/perfil/${crypto.randomUUID()}`, `/perfil/${admin.id}`, "a foto da festa"];
    for (const address of addresses) {
      const { status, body } = await notice(address);
      expect([status, Object.keys(body).sort(), body.mail]).toEqual([200, ["dueAt", "mail", "number"], "link"]);
    }
    expect(await admin.browser.api.moderation.staffCases({ query: {} })).toMatchObject({ status: 200 });
  });

  test("[T58] of one address is limited", async () => {
    const browser = world.browser();
    const body = { kind: "other" as const, address: "x", words: "x", name: "Bia", email: newEmail() };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await browser.api.moderation.sendNotice({ body })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("calls the staff, and is forgotten six months after its decision", async () => {
    const quiet = await openWorld(MANY);
    const [admin, dan] = [
      await makeSignedIn(quiet, { role: "admin" }),
      await makeMember(quiet.owner, { role: "daddy" }),
    ];
    const listAlarms = () => quiet.owner.selectFrom("mail").where("kind", "=", "alarm").select("id").execute();
    await sendConfirmedNotice(quiet, `/perfil/${dan.id}`);
    await sendAlarms(quiet.context);
    expect(await listAlarms()).toHaveLength(1);
    await decide(admin, (await findNotice(admin, dan.id))?.id ?? "", false);
    const count = async () => (await quiet.owner.selectFrom("notice").select("id").execute()).length;
    await sweepEvidence({ ...quiet.context, clock: { now: () => new Date(Date.now() + 182 * DAY) } });
    expect(await count()).toBe(1);
    await sweepEvidence({ ...quiet.context, clock: { now: () => new Date(Date.now() + 184 * DAY) } });
    expect(await count()).toBe(0);
  });
});
