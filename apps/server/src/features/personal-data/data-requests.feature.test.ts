import { DATA_ANSWER_MAX, DATA_REQUEST_WORDS_MAX } from "@caramelo/contract/limits";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeDataRequest } from "../../testing/data-requests.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { alarmOfDataRequests, sweepDataRequests } from "./data-request-jobs.ts";

const world = await openWorld({ LIMIT_DATA_REQUESTS_EVERYWHERE: "1000/3600" });
const DAY_MS = 86_400_000;

const owner = await makeMember(world.owner, { role: "admin" });
const office = await openBrowserOf(world, owner.id);

type Browser = ReturnType<typeof world.browser>;
type Changes = { email?: string; words?: string; name?: string };
const send = (changes: Changes = {}, browser: Browser = world.browser()) =>
  browser.api.personalData.sendDataRequest({
    body: { kind: "access", words: "O que vocês guardam?", name: "Bia", email: newEmail(), ...changes },
  });
const confirm = (token: string) => world.browser().api.personalData.confirmDataRequest({ body: { token } });
const readQueue = async (status: "pending" | "decided" = "pending", browser = office) =>
  (await browser.api.personalData.staffDataRequests({ query: { status } })).body.requests;
const findInQueue = async (email: string, status: "pending" | "decided" = "pending") =>
  (await readQueue(status)).find((request) => request.email === email);
const answer = (id: string, text = "Guardamos o seu e-mail.", browser = office) =>
  browser.api.personalData.answerDataRequest({ params: { id }, body: { answer: text } });

/** Moves the clock, and back at the end of the test. */
function pass(ms: number) {
  world.pass(ms);
  onTestFinished(() => world.pass(-ms));
}

describe("a request without an account", () => {
  test("[D5.18] reaches the staff once its mailbox is confirmed, is due after 15 days and is answered by mail", async () => {
    const email = newEmail();
    const receipt = (await send({ email })).body;
    expect(receipt.mail).toBe("link");
    expect(Date.parse(receipt.dueAt) - Date.now()).toBeGreaterThan(14.9 * DAY_MS);
    expect(await findInQueue(email)).toBeUndefined();

    const { page, token } = await readLink(world, email);
    expect(page).toMatch(/\/confirmar-pedido$/);
    expect((await confirm(token)).body).toEqual({ number: receipt.number, dueAt: receipt.dueAt });
    const request = await findInQueue(email);
    expect(request).toMatchObject({ number: receipt.number, member: null, isFromSession: false, answer: null });

    expect((await answer(request?.id ?? "", "Não guardamos nada.\nObrigado.")).status).toBe(200);
    const mail = (await readMails(world, email)).at(-1);
    expect(mail).toMatchObject({ kind: "data-request-answered" });
    expect(mail?.bodyText).toContain("Não guardamos nada.");
    expect(await findInQueue(email)).toBeUndefined();
    expect(await findInQueue(email, "decided")).toMatchObject({ answer: "Não guardamos nada.\nObrigado." });
    const entry = await world.owner
      .selectFrom("auditEntry")
      .where("action", "=", "data-request.answered")
      .orderBy("id", "desc")
      .select(["actorId", "subjectId", "details"])
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actorId: owner.id, subjectId: null, details: { dataRequest: receipt.number } });
  });

  test("[D5.18] gets the same answer and the same mail whether its address has an account or not", async () => {
    const { email } = await makeMember(world.owner);
    const stranger = newEmail();
    const [memberAnswer, strangerAnswer] = [(await send({ email })).body, (await send({ email: stranger })).body];
    expect(Object.keys(memberAnswer)).toEqual(Object.keys(strangerAnswer));
    expect(memberAnswer.mail).toBe(strangerAnswer.mail);
    const withoutNumbers = async (to: string) =>
      (await readMails(world, to)).map(({ kind, subject }) => [kind, subject]);
    expect(await withoutNumbers(email)).toEqual(await withoutNumbers(stranger));
  });

  test("[D5.18] repeats nothing of itself in the mail, because anybody may have typed the address", async () => {
    const email = newEmail();
    await send({ email, name: "Compre Agora", words: "Visite exemplo.com" });
    const [mail] = await readMails(world, email);
    expect(mail?.bodyText).not.toMatch(/Compre Agora|exemplo\.com/);
  });

  test("[D5.18] is shown with the member who has its address, once that is confirmed", async () => {
    const { id, email } = await makeMember(world.owner, { name: "Cora" });
    await send({ email });
    await confirm((await readLink(world, email)).token);
    expect((await findInQueue(email))?.member).toEqual({ id, name: "Cora" });
  });

  test("[D5.18] is confirmed once, and not by a wrong or an expired link", async () => {
    const email = newEmail();
    await send({ email });
    const { token } = await readLink(world, email);
    expect((await confirm("x".repeat(43))).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
    const late = newEmail();
    await send({ email: late });
    const lateLink = await readLink(world, late);
    pass(7 * DAY_MS + 60_000);
    expect((await confirm(lateLink.token)).failure.code).toBe("CONFIRMATION_LINK_INVALID");
  });

  test("[D5.18] is refused by the limit of its network alone; that of the mailbox, however it is spelled, delays the mail", async () => {
    const name = crypto.randomUUID();
    const mails = [];
    for (const tag of ["", "+1", "+2", "+3"])
      mails.push((await send({ email: `${name}${tag}@exemplo.invalid` })).body.mail);
    expect(mails).toEqual(["link", "link", "link", "later"]);
    const cafe = world.browser();
    const many = [];
    for (let sentCount = 0; sentCount < 6; sentCount += 1) many.push((await send({}, cafe)).status);
    expect(many).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("[D5.18][T58] waits for its mail above a limit of the whole site, which delays no member", async () => {
    const flooded = await openWorld({ LIMIT_DATA_REQUESTS_EVERYWHERE: "2/3600" });
    const email = newEmail();
    const mails = [];
    for (const to of [newEmail(), newEmail(), email])
      mails.push((await send({ email: to }, flooded.browser())).body.mail);
    expect(mails).toEqual(["link", "link", "later"]);
    expect(await readMails(flooded, email)).toEqual([]);
    const { id } = await makeMember(flooded.owner);
    expect((await send({}, await openBrowserOf(flooded, id))).body.mail).toBe("receipt");
  });

  test.each([
    ["no words", { words: " \u200b " }, "words"],
    ["too many words", { words: "a".repeat(DATA_REQUEST_WORDS_MAX + 1) }, "words"],
    ["no name", { name: "" }, "name"],
    ["a broken address", { email: "bia@" }, "email"],
    ["an unknown kind", { kind: "ransom" }, "kind"],
    ["a half character", { words: "\ud800" }, "words"],
    ["a null character", { words: "a\u0000b" }, "body"],
  ])("[D5.18] with %s is refused at its field and stored nowhere", async (_, changes, field) => {
    const body = { kind: "access", words: "Oi", name: "Bia", email: newEmail(), ...changes };
    const reply = await world
      .browser()
      .raw("/api/data-requests", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect(reply.status).toBe(400);
    expect(JSON.stringify(await reply.json())).toContain(`"${field}"`);
    const storedRequests = await world.owner
      .selectFrom("dataRequest")
      .where("email", "=", body.email)
      .select("id")
      .execute();
    expect(storedRequests).toEqual([]);
  });
});

describe("a request of a member", () => {
  test("[D5.18] reaches the staff at once with the address of the account, whatever the form names", async () => {
    const { id, email } = await makeMember(world.owner, { name: "Davi", role: "daddy" });
    const browser = await openBrowserOf(world, id);
    const victim = newEmail();
    expect((await send({ email: victim }, browser)).body.mail).toBe("receipt");
    expect(await findInQueue(victim)).toBeUndefined();
    expect(await findInQueue(email)).toMatchObject({ member: { id, name: "Davi" }, isFromSession: true });
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["data-request-received"]);
    expect(await readMails(world, victim)).toEqual([]);
  });

  test("[D5.18] is answered to the present address of the account, and the staff sees that it has changed", async () => {
    const [{ id, email: intruder }, presentEmail] = [await makeMember(world.owner), newEmail()];
    const request = await makeDataRequest(world.owner, { id, email: intruder });
    expect(await findInQueue(intruder)).toMatchObject({ changedEmail: null });
    await world.owner.updateTable("member").set({ email: presentEmail }).where("id", "=", id).execute();
    expect(await findInQueue(intruder)).toMatchObject({ changedEmail: presentEmail });
    expect((await answer(request, "Guardamos isto.")).status).toBe(200);
    expect(await readMails(world, intruder)).toEqual([]);
    expect((await readMails(world, presentEmail)).map(({ kind }) => kind)).toEqual(["data-request-answered"]);
    expect(await findInQueue(intruder, "decided")).toMatchObject({ changedEmail: null });
  });

  test("[D5.18] is answered to the address that it has when the account is erased", async () => {
    const { id, email } = await makeMember(world.owner);
    const request = await makeDataRequest(world.owner, { id, email });
    await world.owner.deleteFrom("profile").where("memberId", "=", id).execute();
    await world.owner.updateTable("member").set({ email: newEmail() }).where("id", "=", id).execute();
    expect(await findInQueue(email)).toMatchObject({ member: null, changedEmail: null });
    expect((await answer(request)).status).toBe(200);
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["data-request-answered"]);
  });
});

describe("the queue", () => {
  test("[D5.18] has the next due request at the top, so overdue ones before the others", async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    const at = (days: number) => ({ dueAt: new Date(Date.now() + days * DAY_MS) });
    await makeDataRequest(world.owner, { email: emails[0] ?? "" }, at(9));
    await makeDataRequest(world.owner, { email: emails[1] ?? "" }, at(-2));
    await makeDataRequest(world.owner, { email: emails[2] ?? "" }, at(1));
    const order = (await readQueue()).map(({ email }) => email).filter((email) => emails.includes(email));
    expect(order).toEqual([emails[1], emails[2], emails[0]]);
  });

  test("[D5.18] is closed to moderators, members and guests, and so is the answer", async () => {
    const id = await makeDataRequest(world.owner, { email: newEmail() });
    const moderator = await makeMember(world.owner, { role: "admin", staffRole: "moderator" });
    const member = await makeMember(world.owner);
    for (const browser of [
      await openBrowserOf(world, moderator.id),
      await openBrowserOf(world, member.id),
      world.browser(),
    ]) {
      const list = await browser.api.personalData.staffDataRequests({ query: {} });
      expect([list.failure.code, (await answer(id, "Oi", browser)).failure.code]).toEqual(["ADMIN_ONLY", "ADMIN_ONLY"]);
    }
  });

  test("[D5.18] takes one of two answers at once, and none for an answered, unconfirmed or missing request", async () => {
    const email = newEmail();
    const id = await makeDataRequest(world.owner, { email });
    const answers = [() => answer(id, "Uma"), () => answer(id, "Outra")];
    const replies = await race(world.owner, holdWrites("dataRequest"), answers);
    expect(replies.map(({ status }) => status)).toEqual([200, 404]);
    expect(await readMails(world, email)).toHaveLength(1);
    const unconfirmed = await makeDataRequest(world.owner, { email: newEmail() }, { confirmedAt: null });
    for (const other of [id, unconfirmed, crypto.randomUUID()])
      expect((await answer(other)).failure.code).toBe("NOT_FOUND");
  });

  test("[D5.18] refuses an empty and a too long answer", async () => {
    const id = await makeDataRequest(world.owner, { email: newEmail() });
    for (const text of ["  ", "a".repeat(DATA_ANSWER_MAX + 1)])
      expect((await answer(id, text)).failure).toMatchObject({
        code: "VALIDATION_ERROR",
        details: { fields: { answer: expect.any(String) } },
      });
  });
});

describe("the jobs", () => {
  test("[D5.18] alarm those who may answer once, three days before a request is due", async () => {
    const { email } = await makeMember(world.owner, { role: "admin" });
    const moderator = await makeMember(world.owner, { role: "admin", staffRole: "moderator" });
    await alarmOfDataRequests(world.context);
    await makeDataRequest(world.owner, { email: newEmail() });
    await makeDataRequest(world.owner, { email: newEmail() }, { confirmedAt: null });
    expect(await alarmOfDataRequests(world.context)).toBe(0);
    pass(12 * DAY_MS + 60_000);
    const count = await alarmOfDataRequests(world.context);
    expect(count).toBeGreaterThanOrEqual(1);
    expect(await alarmOfDataRequests(world.context)).toBe(0);
    const alarms = async (to: string) =>
      (await readMails(world, to)).filter(({ kind }) => kind === "data-requests-due");
    expect((await alarms(email)).at(-1)?.bodyText).toContain(`sem resposta: ${count}`);
    expect(await alarms(moderator.email)).toEqual([]);
  });

  test("[D5.18] remove unconfirmed requests after 7 days, and answered ones after 5 years", async () => {
    const answerFacts = { answer: "Oi", answeredBy: owner.id, answeredAt: new Date() };
    const old = await makeDataRequest(world.owner, { email: newEmail() }, answerFacts);
    const waitingRequest = await makeDataRequest(world.owner, { email: newEmail() });
    const unconfirmed = await makeDataRequest(world.owner, { email: newEmail() }, { confirmedAt: null });
    const isKept = async (id: string) =>
      (await world.owner.selectFrom("dataRequest").where("id", "=", id).select("id").execute()).length === 1;
    await sweepDataRequests(world.context);
    expect(await Promise.all([old, waitingRequest, unconfirmed].map(isKept))).toEqual([true, true, true]);
    pass(7 * DAY_MS + 60_000);
    await sweepDataRequests(world.context);
    expect(await Promise.all([old, waitingRequest, unconfirmed].map(isKept))).toEqual([true, true, false]);
    pass(5 * 366 * DAY_MS);
    await sweepDataRequests(world.context);
    expect(await Promise.all([old, waitingRequest].map(isKept))).toEqual([false, true]);
  });
});
