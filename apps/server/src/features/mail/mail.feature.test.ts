import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sendMail, sweepMails } from "../../base/mail/jobs.ts";
import { addMail } from "../../base/mail/queries.ts";
import { composeMail } from "../../base/mail/rules.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { QUEUE_CONNECTIONS, startWorker } from "../../start/worker.ts";
import { runJobs } from "../../testing/jobs.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { holdWrites } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";

const DAY = 86_400_000;
const SECRET = "https://caramelo.example/redefinir-senha#segredo-canario";
// A busy machine may need this long until a condition holds.
const PATIENT = { timeout: 15_000, interval: 20 };

// Whether the mail server accepts mails; reset before each test.
let isOpen = true;
const server = await startMailServer({
  onRcptTo: ({ address }, _, done) => done(isOpen ? undefined : new Error(`451 not now, ${address}`)),
});
afterAll(server.close);
const sendingWorld = await openWorld({ SMTP_URL: server.url });
const keeping = await openWorld();

beforeEach(() => {
  isOpen = true;
  server.takenMails.length = 0;
});

async function write({ context, db }: World, to = newEmail()) {
  const now = context.clock.now();
  const content = composeMail({ subject: "Um assunto", paragraphs: ["Umas palavras."], footnote: SECRET });
  const id = await db.transaction().execute((trx) => addMail(trx, to, { kind: "recovery", ...content }, now));
  return { id, to };
}
const getMail = ({ owner }: World, id: string) =>
  owner.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const openStaff = async (world: World) => (await makeSignedIn(world, { role: "admin" })).browser;

describe("with a mail server", () => {
  test("a mail is sent by a job, and its words are removed afterwards", async () => {
    const { id, to } = await write(sendingWorld);
    await runJobs(sendingWorld);
    expect(server.takenMails.map((mail) => mail.to)).toEqual([[to]]);
    expect(server.takenMails[0]?.source).toContain("Umas palavras.");
    const mail = await getMail(sendingWorld, id);
    expect(mail).toMatchObject({ bodyText: null, bodyHtml: null, failedAt: null, sentAt: expect.any(Date) });
    await runJobs(sendingWorld);
    await sendMail(sendingWorld.context, id, false);
    expect(server.takenMails).toHaveLength(1);
  });

  test("a mail of a transaction that was rolled back is never sent", async () => {
    const { db, context } = sendingWorld;
    const content = composeMail({ subject: "Nada", paragraphs: [], footnote: "Nada." });
    const attempt = db.transaction().execute(async (trx) => {
      await addMail(trx, newEmail(), { kind: "recovery", ...content }, context.clock.now());
      throw new Error("changed our mind");
    });
    await expect(attempt).rejects.toThrow("changed our mind");
    await runJobs(sendingWorld);
    expect(server.takenMails).toEqual([]);
  });

  test("a refused mail keeps its words and is sent by a later try", async () => {
    isOpen = false;
    const { id, to } = await write(sendingWorld);
    await runJobs(sendingWorld);
    expect(await getMail(sendingWorld, id)).toMatchObject({
      sentAt: null,
      failedAt: null,
      bodyText: expect.any(String),
    });
    isOpen = true;
    await sendMail(sendingWorld.context, id, false);
    expect(server.takenMails.map((mail) => mail.to)).toEqual([[to]]);
    expect((await getMail(sendingWorld, id)).bodyText).toBeNull();
  });

  test("a mail that is refused at the last try has failed, and its words are removed", async () => {
    isOpen = false;
    const { id } = await write(sendingWorld);
    await expect(sendMail(sendingWorld.context, id, false)).rejects.toThrow("the mail server did not take it");
    await sendMail(sendingWorld.context, id, true);
    expect(await getMail(sendingWorld, id)).toMatchObject({
      bodyText: null,
      bodyHtml: null,
      failedAt: expect.any(Date),
    });
    isOpen = true;
    await sendMail(sendingWorld.context, id, false);
    expect(server.takenMails).toEqual([]);
  });

  test("processes that send the same mail at once send it once", async () => {
    const { id } = await write(sendingWorld);
    const { first } = await sendingWorld.owner.transaction().execute(async (trx) => {
      await holdWrites("mail")(trx);
      // It has sent the mail, and waits to write that down.
      const first = sendMail(sendingWorld.context, id, false);
      await waitForLocks(sendingWorld.owner, 1);
      await sendMail(sendingWorld.context, id, false);
      return { first };
    });
    await first;
    expect(server.takenMails).toHaveLength(1);
  });

  test("staff see the state of each mail and no words, not even of a waiting one", async () => {
    const sentId = await write(sendingWorld);
    await runJobs(sendingWorld);
    isOpen = false;
    const [waitingId, failedId] = [await write(sendingWorld), await write(sendingWorld)];
    await sendMail(sendingWorld.context, failedId.id, true);
    const { api } = await openStaff(sendingWorld);
    const { mails, isSending } = (await api.mail.list()).body;
    expect(isSending).toBe(true);
    const stateOf = (id: string) => mails.find((mail) => mail.id === id)?.state;
    expect([sentId, waitingId, failedId].map(({ id }) => stateOf(id))).toEqual(["sent", "waiting", "failed"]);
    expect((await getMail(sendingWorld, waitingId.id)).bodyText).toContain(SECRET);
    for (const { id } of [sentId, waitingId, failedId])
      expect((await api.mail.read({ params: { id } })).body).toEqual({ text: null });
  });

  test("[T32] a failing mail leaves neither its words nor its address in the log", async () => {
    isOpen = false;
    const { to } = await write(sendingWorld, `canario.${newEmail()}`);
    const { pool, close } = openDatabase(
      { connectionString: sendingWorld.connectionString },
      { max: QUEUE_CONNECTIONS },
    );
    const worker = await startWorker(sendingWorld.context, pool);
    await vi.waitFor(() => expect(sendingWorld.logged.join()).toContain("the mail server did not take it"), PATIENT);
    await worker.stop();
    await close();
    const log = sendingWorld.logged.join("\n");
    for (const secret of [to, "canario", "Umas palavras"]) expect(log).not.toContain(secret);
  });
});

describe("without a mail server", () => {
  test("a mail is kept, and staff can read it, which the audit log records", async () => {
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
    expect(entries).toEqual([{ action: "mail.read", subjectId: null, details: { mail: id, kind: "recovery" } }]);
  });

  test("the audit entry of a reading names the member to whom the mail was addressed", async () => {
    const member = await makeMember(keeping.owner);
    const { id } = await write(keeping, member.email);
    const { id: staffId, browser } = await makeSignedIn(keeping, { role: "admin" });
    await browser.api.mail.read({ params: { id } });
    const entry = keeping.owner.selectFrom("auditEntry").where("actorId", "=", staffId).select("subjectId");
    expect(await entry.execute()).toEqual([{ subjectId: member.id }]);
  });

  test("reading a mail that does not exist is not recorded", async () => {
    const { id: staffId, browser } = await makeSignedIn(keeping, { role: "admin" });
    expect((await browser.api.mail.read({ params: { id: randomUUID() } })).failure.code).toBe("NOT_FOUND");
    const entries = await keeping.owner.selectFrom("auditEntry").where("actorId", "=", staffId).select("id").execute();
    expect(entries).toEqual([]);
  });

  test.each(["baby", "daddy"] as const)("a %s can neither list nor read mails", async (role) => {
    const { id } = await write(keeping);
    const { browser } = await makeSignedIn(keeping, { role });
    for (const reply of [await browser.api.mail.list(), await browser.api.mail.read({ params: { id } })])
      expect([reply.status, reply.failure.code]).toEqual([403, "ADMIN_ONLY"]);
  });

  test("the list comes in pages, the latest first, without a gap or a repetition", async () => {
    const { email } = await makeMember(keeping.owner);
    for (let i = 0; i < 35; i += 1) await write(keeping, email);
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
    // The sweep needs more than one chunk.
    await sql`
      insert into mail (id, kind, recipient, subject, body_text, body_html, created_at)
      select gen_random_uuid(), 'test', 'x@exemplo.invalid', 'x', 'x', 'x', '2020-01-01' from generate_series(1, 1000)`.execute(
      keeping.owner,
    );
    expect(await sweepMails(keeping.context)).toBeGreaterThanOrEqual(1_001);
    expect(await find()).toBeUndefined();
  });
});
