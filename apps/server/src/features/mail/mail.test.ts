import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { runJobs } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { startWorker } from "../../worker.ts";
import { sendMail, sweepMails } from "./jobs.ts";
import { addMail } from "./queries.ts";
import { composeMail } from "./rules.ts";

const DAY = 86_400_000;
const SECRET = "https://caramelo.example/redefinir-senha#segredo-canario";
// The most that a condition is waited for on a busy machine.
const PATIENT = { timeout: 15_000, interval: 20 };

// Decides what the server makes of each address; reset before each test.
let isOpen = true;
const server = await startMailServer({
  onRcptTo: ({ address }, _, done) => done(isOpen ? undefined : new Error(`451 not now, ${address}`)),
});
afterAll(server.close);
const sending = await openWorld({ SMTP_URL: server.url });
const keeping = await openWorld();

beforeEach(() => {
  isOpen = true;
  server.taken.length = 0;
});

async function write({ context, db }: World, to = newEmail()) {
  const now = context.clock.now();
  const id = uuidv7(now);
  const letter = composeMail({ subject: "Um assunto", paragraphs: ["Umas palavras."], footnote: SECRET });
  await db.transaction().execute((trx) => addMail(trx, { id, kind: "test", to, createdAt: now, ...letter }));
  return { id, to };
}
const getMail = ({ owner }: World, id: string) =>
  owner.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const openStaff = async (world: World) => (await makeSignedIn(world, { role: "admin" })).browser;

describe("with a mail server", () => {
  test("a mail leaves by itself, and its words are gone once it has", async () => {
    const { id, to } = await write(sending);
    await runJobs(sending);
    expect(server.taken.map((mail) => mail.to)).toEqual([[to]]);
    expect(server.taken[0]?.source).toContain("Umas palavras.");
    const mail = await getMail(sending, id);
    expect(mail).toMatchObject({ bodyText: null, bodyHtml: null, failedAt: null, sentAt: expect.any(Date) });
    await runJobs(sending);
    await sendMail(sending.context, id, false);
    expect(server.taken).toHaveLength(1);
  });

  test("a mail of a transaction that did not come to be never leaves", async () => {
    const { db, context } = sending;
    const letter = composeMail({ subject: "Nada", paragraphs: [], footnote: "Nada." });
    const attempt = db.transaction().execute(async (trx) => {
      await addMail(trx, { id: randomUUID(), kind: "test", to: newEmail(), createdAt: context.clock.now(), ...letter });
      throw new Error("changed our mind");
    });
    await expect(attempt).rejects.toThrow("changed our mind");
    await runJobs(sending);
    expect(server.taken).toEqual([]);
  });

  test("a refused one waits with its words, is tried again, and leaves then", async () => {
    isOpen = false;
    const { id, to } = await write(sending);
    await runJobs(sending);
    expect(await getMail(sending, id)).toMatchObject({ sentAt: null, failedAt: null, bodyText: expect.any(String) });
    isOpen = true;
    await sendMail(sending.context, id, false);
    expect(server.taken.map((mail) => mail.to)).toEqual([[to]]);
    expect((await getMail(sending, id)).bodyText).toBeNull();
  });

  test("one that is refused to the last is given up, and its words are gone", async () => {
    isOpen = false;
    const { id } = await write(sending);
    await expect(sendMail(sending.context, id, false)).rejects.toThrow("the mail server did not take it");
    await sendMail(sending.context, id, true);
    expect(await getMail(sending, id)).toMatchObject({ bodyText: null, bodyHtml: null, failedAt: expect.any(Date) });
    isOpen = true;
    await sendMail(sending.context, id, false);
    expect(server.taken).toEqual([]);
  });

  test("two processes that have the same mail in hand send it once", async () => {
    const { id } = await write(sending);
    await Promise.all([1, 2, 3].map(() => sendMail(sending.context, id, false)));
    expect(server.taken).toHaveLength(1);
  });

  test("the team sees the state of each, and no words, not even of one that waits", async () => {
    const sent = await write(sending);
    await runJobs(sending);
    isOpen = false;
    const [waiting, failed] = [await write(sending), await write(sending)];
    await sendMail(sending.context, failed.id, true);
    const { api } = await openStaff(sending);
    const { mails, isSending } = (await api.mail.list()).body;
    expect(isSending).toBe(true);
    const stateOf = (id: string) => mails.find((mail) => mail.id === id)?.state;
    expect([sent, waiting, failed].map(({ id }) => stateOf(id))).toEqual(["sent", "waiting", "failed"]);
    expect((await getMail(sending, waiting.id)).bodyText).toContain(SECRET);
    for (const { id } of [sent, waiting, failed])
      expect((await api.mail.read({ params: { id } })).body).toEqual({ text: null });
  });

  test("[T32] a failing mail leaves neither its words nor its address in the log", async () => {
    isOpen = false;
    const { to } = await write(sending, `canario.${newEmail()}`);
    const { pool, close } = openDatabase({ connectionString: sending.connectionString }, { max: 6 });
    const worker = await startWorker(sending.context, pool);
    await vi.waitFor(() => expect(sending.logged.join()).toContain("the mail server did not take it"), PATIENT);
    await worker.stop();
    await close();
    const log = sending.logged.join("\n");
    for (const trace of [to, "canario", "Umas palavras"]) expect(log).not.toContain(trace);
  });
});

describe("without a mail server", () => {
  test("a mail is kept, and the team reads it, with a trace of who did", async () => {
    const { id, to } = await write(keeping);
    await runJobs(keeping);
    const { id: staffId, browser } = await makeSignedIn(keeping, { role: "admin" });
    const { mails, isSending } = (await browser.api.mail.list()).body;
    expect(isSending).toBe(false);
    expect(mails[0]).toEqual({ id, to, subject: "Um assunto", at: expect.any(String), state: "kept" });
    expect(JSON.stringify(mails)).not.toContain("Umas palavras");

    const reply = await browser.api.mail.read({ params: { id } });
    expect(reply.body.text).toContain(SECRET);
    const entries = await keeping.owner
      .selectFrom("auditEntry")
      .where("actorId", "=", staffId)
      .select(["action", "subjectId", "details"])
      .execute();
    expect(entries).toEqual([{ action: "mail.read", subjectId: null, details: { mail: id, kind: "test" } }]);
  });

  test("the trace of a reading names the member whom the mail was for", async () => {
    const member = await makeMember(keeping.owner);
    const { id } = await write(keeping, member.email);
    const { id: staffId, browser } = await makeSignedIn(keeping, { role: "admin" });
    await browser.api.mail.read({ params: { id } });
    const entry = keeping.owner.selectFrom("auditEntry").where("actorId", "=", staffId).select("subjectId");
    expect(await entry.execute()).toEqual([{ subjectId: member.id }]);
  });

  test("one that is missing leaves no trace of a reading", async () => {
    const { id: staffId, browser } = await makeSignedIn(keeping, { role: "admin" });
    expect((await browser.api.mail.read({ params: { id: randomUUID() } })).failure.code).toBe("NOT_FOUND");
    const entries = await keeping.owner.selectFrom("auditEntry").where("actorId", "=", staffId).select("id").execute();
    expect(entries).toEqual([]);
  });

  test.each(["baby", "daddy"] as const)("a %s reads none, and learns of none", async (role) => {
    const { id } = await write(keeping);
    const { browser } = await makeSignedIn(keeping, { role });
    for (const reply of [await browser.api.mail.list(), await browser.api.mail.read({ params: { id } })])
      expect([reply.status, reply.failure.code]).toEqual([403, "ADMIN_ONLY"]);
  });

  test("the list is paged, the latest first, without a gap or a double", async () => {
    const { email } = await makeMember(keeping.owner);
    for (let at = 0; at < 35; at += 1) await write(keeping, email);
    const { api } = await openStaff(keeping);
    const first = (await api.mail.list()).body;
    expect(first.mails).toHaveLength(30);
    const second = (await api.mail.list({ query: { before: first.next ?? "" } })).body;
    const all = [...first.mails, ...second.mails];
    expect(all.filter(({ to }) => to === email)).toHaveLength(35);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("mails are kept for 30 days", async () => {
    const { id } = await write(keeping);
    const find = () => keeping.owner.selectFrom("mail").where("id", "=", id).select("id").executeTakeFirst();
    keeping.pass(30 * DAY - 60_000);
    await sweepMails(keeping.context);
    expect(await find()).toEqual({ id });
    keeping.pass(120_000);
    // One mail more than a chunk of them.
    await sql`
      insert into mail (id, kind, recipient, subject, body_text, body_html, created_at)
      select gen_random_uuid(), 'test', 'x@exemplo.invalid', 'x', 'x', 'x', '2020-01-01' from generate_series(1, 1000)`.execute(
      keeping.owner,
    );
    expect(await sweepMails(keeping.context)).toBeGreaterThanOrEqual(1_001);
    expect(await find()).toBeUndefined();
  });
});
