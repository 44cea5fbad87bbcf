import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import { addMail } from "../../features/mail/queries.ts";
import { composeMail } from "../../features/mail/rules.ts";
import { mailDay, tellOutside } from "../../features/notifications/jobs.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { runJobs } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { makeNote } from "../../testing/notes.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { startWorker } from "../../worker.ts";
import { uuidv7 } from "../ids.ts";
import { openDatabase } from "./database.ts";
import { addJob } from "./jobs.ts";

// The most that a condition is waited for on a busy machine.
const PATIENT = { timeout: 15_000, interval: 20 };

// Mails of news are in the server's hand until it is told to let them go.
const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>();
let inHand = 0;
const server = await startMailServer({
  onRcptTo: ({ address }, _, done) => {
    if (!address.startsWith("novidades.")) return done();
    inHand += 1;
    void isOver.then(() => done());
  },
});
afterAll(server.close);
const sending = await openWorld({ SMTP_URL: server.url });
const confirming = await openWorld({ EMAIL_CONFIRMATION: "on" });

const write = ({ context, db }: World, to: string, isNews: boolean) => {
  const createdAt = context.clock.now();
  const letter = composeMail({ subject: "Um assunto", paragraphs: ["Umas palavras."], footnote: "Fim." });
  return db
    .transaction()
    .execute((trx) => addMail(trx, { id: uuidv7(createdAt), kind: "test", to, createdAt, isNews, ...letter }));
};

const listTurns = async ({ owner }: World, task: string) =>
  (
    await sql`select priority, queue_name as queue from graphile_worker.jobs where task_identifier = ${task}`.execute(
      owner,
    )
  ).rows;

const FIRST = { priority: -10, queue: null };
const LAST = { priority: 10, queue: null };
const LAST_IN_LINE = { priority: 10, queue: "news-mail" };

describe("the queue", () => {
  test("lets mails about an account go first, and the jobs that write them", async () => {
    const email = newEmail();
    const { browser } = await makeSignedIn(confirming, { email });
    const guest = confirming.browser().api.accounts;
    const photo = new Blob([await makePhoto({ format: "png", width: 64, height: 64 })]);
    const replies = [
      await guest.requestRecovery({ body: { email } }),
      await guest.resendConfirmation({ body: { email } }),
      await guest.signUp({ body: signUpForm(), photos: [photo, photo] }),
      await browser.api.accounts.changeEmail({ body: { email: newEmail(), currentPassword: PASSWORD } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await write(confirming, email, false);
    for (const task of ["send-recovery", "send-confirmation", "send-sign-up-mail", "send-email-change", "send-mail"])
      expect([task, ...(await listTurns(confirming, task))]).toEqual([task, FIRST]);
  });

  test("does one mail of news at a time, after everything else", async () => {
    const [ana, dan] = [await makeSignedIn(sending), await makeMember(sending.owner, { role: "daddy" })];
    const wishes = { mailVisits: "each", mailFavorites: "daily" } as const;
    expect((await ana.browser.api.settings.change({ body: wishes })).status).toBe(200);
    await tellOutside(sending.context, await makeNote(sending.owner, ana, dan, { type: "profile_view" }));
    await mailDay(sending.context);
    await write(sending, "novidades.0@exemplo.invalid", true);
    for (const [task, turn] of [
      ["mail-news", LAST],
      ["mail-day", LAST],
      ["send-mail", LAST_IN_LINE],
    ] as const)
      expect([task, ...(await listTurns(sending, task))]).toEqual([task, turn]);
  });

  test("sends a mail about an account while the mail server keeps those of news in hand", async () => {
    for (let at = 1; at <= 6; at += 1) await write(sending, `novidades.${at}@exemplo.invalid`, true);
    const { pool, close } = openDatabase({ connectionString: sending.connectionString }, { max: 6 });
    const worker = await startWorker(sending.context, pool);
    await vi.waitFor(() => expect(inHand).toBe(1), PATIENT);
    const to = newEmail();
    await write(sending, to, false);
    await vi.waitFor(() => expect(server.taken.map((mail) => mail.to)).toEqual([[to]]), PATIENT);
    expect(inHand).toBe(1);
    letGo();
    await worker.stop();
    await close();
  });

  test("forgets a job that failed for good a week later, and none that may still be done", async () => {
    const world = await openWorld();
    const add = (email: string) => addJob(world.db, "send-recovery", { email }, { runAt: new Date("2100-01-01") });
    for (const email of ["falhou@exemplo.invalid", "espera@exemplo.invalid"]) await add(email);
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts
      where payload->>'email' = 'falhou@exemplo.invalid'`.execute(world.owner);
    const sweep = async () => {
      await addJob(world.db, "sweep-jobs", {});
      await runJobs(world);
      const { rows } = await sql`select payload->>'email' as email from graphile_worker._private_jobs`.execute(
        world.owner,
      );
      return rows.length;
    };
    world.pass(7 * 86_400_000 - 60_000);
    expect(await sweep()).toBe(2);
    world.pass(120_000);
    expect(await sweep()).toBe(1);
    expect(await listTurns(world, "send-recovery")).toEqual([{ priority: 0, queue: null }]);
  });
});
