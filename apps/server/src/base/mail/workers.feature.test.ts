import type { MailKind } from "@caramelo/contract/mail/texts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { changePayment } from "../../features/sandbox/queries.ts";
import { addJob, FIRST, LAST_IN_LINE } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { getBalance } from "../../testing/entitlements.ts";
import { runJobs, startQueue, waitForRunningJobs } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { addMail } from "./queries.ts";
import { composeMail } from "./rules.ts";

// The tests wait this long for a condition, because the machine may be busy.
const PATIENT = { timeout: 15_000, interval: 20 };
/** Mailboxes that the mail servers of these tests treat badly. */
const BAD = /^(?:equipe|aviso)\./;

const isBad = (address: string) => BAD.test(address);

/** A mail server that never answers the mails to bad mailboxes until it is released. */
async function startHangingServer() {
  const hanging: (() => void)[] = [];
  const receivedMails: string[] = [];
  let isReleased = false;
  const server = await startMailServer({
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo[0]?.address ?? "";
      stream.resume();
      stream.on("end", () => {
        if (isBad(to) && !isReleased) return hanging.push(done);
        receivedMails.push(to);
        done();
      });
    },
  });
  afterAll(server.close);
  const release = () => {
    isReleased = true;
    for (const callback of hanging) callback();
  };
  return { url: server.url, hanging, received: receivedMails, release };
}

async function write({ db, context }: World, kind: MailKind, to: string): Promise<string> {
  const createdAt = context.clock.now();
  const words = composeMail({ subject: "Um assunto", paragraphs: [], footnote: "Fim." });
  return addMail(db, to, { kind, ...words }, createdAt);
}

async function requestRecovery(world: World): Promise<string> {
  const { email } = await makeMember(world.owner, { role: "daddy" });
  expect((await world.browser().api.accounts.requestRecovery({ body: { email } })).status).toBe(200);
  return email;
}

test("[T58][T81] an order is granted and a recovery mail leaves while all other mails hang in the mail server", async () => {
  const server = await startHangingServer();
  const world = await openWorld({ SMTP_URL: server.url });
  for (let at = 0; at < 20; at += 1) {
    await write(world, "alarm", `equipe.${at}@exemplo.invalid`);
    await write(world, "notice-received", `aviso.${at}@exemplo.invalid`);
  }
  const stop = await startQueue(world);
  // One alarm and one notice hang: each class has its own worker.
  await vi.waitFor(() => expect(server.hanging).toHaveLength(2), PATIENT);

  const buyer = await makeMember(world.owner, { role: "daddy" });
  const order = await makeOpenOrder(world, { id: buyer.id, role: "daddy" });
  await changePayment(world.db, order.paymentToken, "paid", new Date());
  await addJob(world.db, "settle-order", { id: order.orderId });
  await vi.waitFor(async () => expect((await getBalance(world.db, buyer)).tokens).toBe(100), PATIENT);
  const recovering = await requestRecovery(world);
  await vi.waitFor(() => expect(server.received).toEqual([recovering]), PATIENT);

  server.release();
  await stop();
});

test("[T81] a recovery mail leaves before the waiting notices, and receipts leave before mails that guests cause", async () => {
  const order: string[] = [];
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
  const server = await startMailServer({
    onRcptTo: ({ address }, _, done) => {
      order.push(address);
      if (isBad(address)) void whenReleased.then(() => done());
      else done();
    },
  });
  afterAll(server.close);
  const world = await openWorld({ SMTP_URL: server.url });
  for (let at = 0; at < 30; at += 1) await write(world, "notice-received", `aviso.${at}@exemplo.invalid`);
  const stop = await startQueue(world);
  await vi.waitFor(() => expect(order).toEqual(["aviso.0@exemplo.invalid"]), PATIENT);
  await write(world, "receipt", "compra@exemplo.invalid");
  const recovering = await requestRecovery(world);
  await vi.waitFor(() => expect(order).toEqual(["aviso.0@exemplo.invalid", recovering]), PATIENT);
  release();
  await vi.waitFor(() => expect(order[2]).toBe("compra@exemplo.invalid"), PATIENT);
  await stop();
});

slowTest("[T81] a failing mail server is asked less often, and the waiting mails lose no attempt", async () => {
  let isAway = true;
  let tries = 0;
  const away = Object.assign(new Error("come back later"), { responseCode: 421 });
  const server = await startMailServer({
    onRcptTo: ({ address }, _, done) => {
      if (!isBad(address)) return done();
      tries += 1;
      done(isAway ? away : undefined);
    },
  });
  afterAll(server.close);
  const world = await openWorld({ SMTP_URL: server.url });
  for (let at = 0; at < 20; at += 1) await write(world, "receipt", `aviso.${at}@exemplo.invalid`);
  let now = Date.now();
  const stop = await startQueue(world, { ...world.context, clock: { now: () => new Date(now) } });
  const expectTries = async (count: number) => {
    await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(count), PATIENT);
    expect(tries).toBe(count);
  };
  await expectTries(3);
  // An account mail that leaves makes the circuit of the notices try at once.
  const recovering = await requestRecovery(world);
  await vi.waitFor(() => expect(server.takenMails.map(({ to }) => to)).toEqual([[recovering]]), PATIENT);
  await expectTries(4);
  now += 2_000;
  await expectTries(5);
  await waitForRunningJobs(world);
  const { rows } = await sql<{ untried: number }>`
    select count(*)::int as untried from graphile_worker.jobs
    where task_identifier = 'send-notice-mail' and attempts = 0`.execute(world.owner);
  expect(rows).toEqual([{ untried: 15 }]);

  isAway = false;
  now += 300_000;
  await vi.waitFor(() => expect(server.takenMails.length).toBeGreaterThanOrEqual(16), PATIENT);
  await stop();
  expect((await world.owner.selectFrom("mail").where("failedAt", "is not", null).select("id").execute()).length).toBe(
    0,
  );
});

slowTest("[T81] a recovery mail is stored while the mail server fails on all mails about accounts", async () => {
  let tries = 0;
  const away = Object.assign(new Error("come back later"), { responseCode: 421 });
  const server = await startMailServer({
    onRcptTo: (_, __, done) => {
      tries += 1;
      done(away);
    },
  });
  afterAll(server.close);
  const world = await openWorld({ SMTP_URL: server.url });
  for (let at = 0; at < 3; at += 1) await write(world, "confirmation", `conta.${at}@exemplo.invalid`);
  const now = new Date();
  // The clock stands still, so the circuit never lets another mail be tried.
  const stop = await startQueue(world, { ...world.context, clock: { now: () => now } });
  await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(3), PATIENT);
  await waitForRunningJobs(world);
  const triesBefore = tries;
  const recovering = await requestRecovery(world);
  const mails = world.owner.selectFrom("mail").where("recipient", "=", recovering).select("sentAt");
  await vi.waitFor(async () => expect(await mails.execute()).toEqual([{ sentAt: null }]), PATIENT);
  expect(tries).toBe(triesBefore);
  await stop();
});

slowTest("[T81] mails without a class, stored by an older release or restored from its backup, are sent", async () => {
  const server = await startHangingServer();
  server.release();
  const world = await openWorld({ SMTP_URL: server.url });
  const addresses = ["ana@exemplo.invalid", "equipe.0@exemplo.invalid", "novidades@exemplo.invalid"];
  const kinds = ["recovery", "alarm", "news"] as const;
  for (const [at, kind] of kinds.entries()) {
    const id = await write(world, kind, addresses[at] ?? "");
    await sql`delete from graphile_worker._private_jobs`.execute(world.owner);
    await addJob(world.db, "send-mail", { id }, kind === "news" ? LAST_IN_LINE : FIRST);
    await runJobs(world);
    expect(server.received).toEqual(addresses.slice(0, at + 1));
  }
  await addJob(world.db, "send-mail", { id: uuidv7(new Date()) }, FIRST);
  await runJobs(world);
  expect((await sql`select from graphile_worker._private_jobs`.execute(world.owner)).rows).toEqual([]);
});
