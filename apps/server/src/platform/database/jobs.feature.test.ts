import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { addMail } from "../../base/mail/queries.ts";
import { composeMail } from "../../base/mail/rules.ts";
import { planDailyMails, planExternalNotifications } from "../../features/notifications/jobs.ts";
import { listJobClasses } from "../../start/tasks.ts";
import { QUEUE_CONNECTIONS, startWorker } from "../../start/worker.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { addUnknownJob, makeJobsDue, runJobs, waitForRunningJobs } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { makeNotification } from "../../testing/notifications.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { storePhotosAsSent } from "../../testing/photos-as-sent.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { uuidv7 } from "../ids.ts";
import { openDatabase } from "./database.ts";
import { addJob, freeJobsOfTheDead, markWorkerAlive, STANDING_SECONDS } from "./jobs.ts";

// How long the tests wait for a condition on a busy machine.
const PATIENT = { timeout: 15_000, interval: 20 };

// The mail server holds bulk mails until the test releases them, and other mails where a test says so.
const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
let heldCount = 0;
let takeMail = (done: () => void) => done();
const server = await startMailServer({
  onRcptTo: ({ address }, _, done) => {
    if (!address.startsWith("novidades.")) return takeMail(done);
    heldCount += 1;
    void whenReleased.then(() => done());
  },
});
afterAll(server.close);
const sendingWorld = await openWorld({ SMTP_URL: server.url });
const confirming = await openWorld({ EMAIL_CONFIRMATION: "on" });
storePhotosAsSent(confirming);

/** The sending world with an empty queue and an empty log, because a separate world for each test is expensive. */
async function takeEmptyQueue(): Promise<World> {
  await sql`truncate graphile_worker._private_jobs, graphile_worker._private_job_queues`.execute(sendingWorld.owner);
  sendingWorld.logged.length = 0;
  return sendingWorld;
}

/** Lets the mail server hold the next mails until `end`. */
function holdMails() {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  takeMail = (done) => {
    begin();
    void mayEnd.then(done);
  };
  onTestFinished(() => {
    takeMail = (done) => done();
  });
  return { hasBegun, end };
}

const write = ({ context, db }: World, kind: "recovery" | "news", to: string) => {
  const createdAt = context.clock.now();
  const letter = composeMail({ subject: "Um assunto", paragraphs: ["Umas palavras."], footnote: "Fim." });
  return db.transaction().execute((trx) => addMail(trx, to, { kind, ...letter }, createdAt));
};

const listQueued = async ({ owner }: World, task: string) =>
  (
    await sql`select priority, queue_name as queue from graphile_worker.jobs where task_identifier = ${task}`.execute(
      owner,
    )
  ).rows;

const listRunning = async ({ owner }: World) =>
  (await sql`select from graphile_worker._private_jobs where locked_at is not null`.execute(owner)).rows;

const FIRST = { priority: -10, queue: null };
const LAST = { priority: 10, queue: null };
const LAST_IN_LINE = { priority: 10, queue: "notification-mail" };

describe("the job queue", () => {
  test("runs mails about an account first, and the jobs that write them", async () => {
    const email = newEmail();
    const { browser } = await makeSignedIn(confirming, { email });
    const guest = confirming.browser().api.accounts;
    const photo = new Blob([await makePhoto({ format: "png", width: 200, height: 200 })]);
    const replies = [
      await guest.requestRecovery({ body: { email } }),
      await guest.resendConfirmation({ body: { email } }),
      await guest.signUp({ body: signUpForm(), photos: [photo, photo] }),
      await browser.api.accounts.changeEmail({ body: { email: newEmail(), currentPassword: PASSWORD } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await write(confirming, "recovery", email);
    for (const task of [
      "send-recovery",
      "send-confirmation",
      "send-sign-up-mail",
      "send-email-change",
      "send-account-mail",
    ])
      expect([task, ...(await listQueued(confirming, task))]).toEqual([task, FIRST]);
  });

  test("runs one bulk mail at a time, after all other jobs", async () => {
    const [ana, dan] = [await makeSignedIn(sendingWorld), await makeMember(sendingWorld.owner, { role: "daddy" })];
    const settings = { mailVisits: "each", mailFavorites: "daily" } as const;
    expect((await ana.browser.api.memberSettings.change({ body: settings })).status).toBe(200);
    await planExternalNotifications(
      sendingWorld.context,
      await makeNotification(sendingWorld.owner, ana, dan, { type: "profile_view" }),
    );
    await planDailyMails(sendingWorld.context);
    await write(sendingWorld, "news", "novidades.0@exemplo.invalid");
    for (const [task, expectedTask] of [
      ["mail-notifications", LAST],
      ["mail-day", LAST],
      ["send-notice-mail", LAST_IN_LINE],
    ] as const)
      expect([task, ...(await listQueued(sendingWorld, task))]).toEqual([task, expectedTask]);
  });

  test("sends a mail about an account while the mail server is busy with bulk mails", async () => {
    for (let at = 1; at <= 6; at += 1) await write(sendingWorld, "news", `novidades.${at}@exemplo.invalid`);
    const { pool, close } = openDatabase(
      { connectionString: sendingWorld.connectionString },
      { max: QUEUE_CONNECTIONS },
    );
    const worker = await startWorker(sendingWorld.context, pool);
    await vi.waitFor(() => expect(heldCount).toBe(1), PATIENT);
    const to = newEmail();
    await write(sendingWorld, "recovery", to);
    await vi.waitFor(() => expect(server.takenMails.map((mail) => mail.to)).toEqual([[to]]), PATIENT);
    expect(heldCount).toBe(1);
    release();
    await worker.stop();
    expect(await listRunning(sendingWorld)).toEqual([]);
    await close();
  });

  test("records what it was running before it stops, and gives back what does not end in time", async () => {
    const { hasBegun, end } = holdMails();
    const world = await takeEmptyQueue();
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    const worker = await startWorker(world.context, pool);
    await write(world, "recovery", newEmail());
    await hasBegun;
    expect(await listRunning(world)).toHaveLength(1);

    await worker.stop(50);

    expect(await listRunning(world)).toEqual([]);
    // The process may work on until it is killed, 20 seconds later.
    const { rows } = await sql`
      select attempts, run_at between now() + interval '15 seconds' and now() + interval '1 minute' as "isSoon"
      from graphile_worker.jobs where task_identifier = 'send-account-mail'`.execute(world.owner);
    expect(rows).toEqual([{ attempts: 1, isSoon: true }]);
    expect(world.logged.filter((line) => line.includes("gave the jobs back"))).toHaveLength(1);
    end();
    await close();
  });

  test("stops although it can give nothing back, and says so", async () => {
    const { hasBegun, end } = holdMails();
    const world = await takeEmptyQueue();
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    const worker = await startWorker(world.context, pool);
    await write(world, "recovery", newEmail());
    await hasBegun;
    const away = Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect", code: "ECONNREFUSED" });
    const connecting = vi.spyOn(pool, "connect").mockImplementation(() => Promise.reject(away));

    await worker.stop(50);

    expect(world.logged.filter((line) => line.includes("could not give the jobs back"))).toHaveLength(1);
    expect(world.logged.filter((line) => line.includes("gave the jobs back"))).toEqual([]);
    connecting.mockRestore();
    end();
    await waitForRunningJobs(world);
    await close();
  });

  test("says nothing of jobs at a stop that waits for none", async () => {
    const world = await takeEmptyQueue();
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    const worker = await startWorker(world.context, pool);
    const stranger = await pool.connect();
    await worker.stop(50);
    expect(world.logged.filter((line) => line.includes("the jobs back"))).toEqual([]);
    stranger.release();
    await close();
  });

  test("leaves a job alone that only a newer release knows, until a process of that release takes it", async () => {
    const world = await takeEmptyQueue();
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    await addUnknownJob(world.db, "of-another-release", { any: "thing" });
    const worker = await startWorker(world.context, pool);
    await addJob(world.db, "sweep-jobs", {});
    await vi.waitFor(async () => expect(await listQueued(world, "sweep-jobs")).toEqual([]), PATIENT);
    await worker.stop();
    const { rows } = await sql`select attempts, last_error as error, locked_at as "lockedAt"
      from graphile_worker.jobs where task_identifier = 'of-another-release'`.execute(world.owner);
    expect(rows).toEqual([{ attempts: 0, error: null, lockedAt: null }]);
    await close();
  });

  test("records that a job is done although no connection is free at first", async () => {
    const world = await takeEmptyQueue();
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    let fullFor = 0;
    // Of the two overloads, the one without a callback returns a promise.
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>;
    vi.spyOn(pool, "connect").mockImplementation(async (...args: unknown[]) => {
      if (fullFor === 0 || args.length > 0) return connect(...args);
      fullFor -= 1;
      throw new Error("timeout exceeded when trying to connect");
    });
    // The job asks for the time, and then the queue connects to record that the job is done: that connection fails.
    vi.spyOn(world.context.clock, "now").mockImplementationOnce(() => {
      fullFor = 1;
      return new Date();
    });
    const worker = await startWorker(world.context, pool);
    await addJob(world.db, "sweep-jobs", {});
    await vi.waitFor(async () => expect(await listQueued(world, "sweep-jobs")).toEqual([]), PATIENT);
    await worker.stop();
    await close();
  });

  test("records that a job is done although the database ends the connection meanwhile", async () => {
    const world = await takeEmptyQueue();
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    let mayEnd = false;
    // Of the two overloads, the one without a callback returns a promise.
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>;
    vi.spyOn(pool, "connect").mockImplementation(async (...args: unknown[]) => {
      const client = await connect(...args);
      if (!mayEnd || args.length > 0) return client;
      mayEnd = false;
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(world.owner);
      return client;
    });
    // The job asks for the time, and then the queue connects to record that the job is done: that connection fails.
    vi.spyOn(world.context.clock, "now").mockImplementationOnce(() => {
      mayEnd = true;
      return new Date();
    });
    const worker = await startWorker(world.context, pool);
    await addJob(world.db, "sweep-jobs", {});
    await vi.waitFor(async () => expect(await listQueued(world, "sweep-jobs")).toEqual([]), PATIENT);
    expect(mayEnd).toBe(false);
    await worker.stop();
    await close();
  });

  test("[T81] looks for the jobs of a class without reading those of the others that wait", async () => {
    const world = await takeEmptyQueue();
    await addUnknownJob(world.db, "settle-order", {}, { runAt: new Date("2100-01-01") });
    // No class has a task of this name, so these jobs keep waiting.
    await addUnknownJob(world.db, "of-another-release", {});
    await sql`
      insert into graphile_worker._private_jobs (task_id, payload)
      select task_id, payload from graphile_worker._private_jobs, generate_series(1, 2000) where run_at <= now()`.execute(
      world.owner,
    );
    await sql`analyze graphile_worker._private_jobs`.execute(world.owner);
    const connection = { connectionString: world.connectionString };
    const { pool, close } = openDatabase(connection, { max: QUEUE_CONNECTIONS, hasFreshPlans: true });
    const worker = await startWorker(world.context, pool);
    const explain = async () => {
      const client = await pool.connect();
      try {
        const { rows } = await client.query<{ name: string; isSeasoned: boolean }>(
          `select name, custom_plans > 5 as "isSeasoned" from pg_prepared_statements where name like 'get_job/%'`,
        );
        // After five runs PostgreSQL would take one plan for all values.
        expect(rows).toMatchObject([{ isSeasoned: true }]);
        const tasks = "(select id from graphile_worker._private_tasks where identifier = 'settle-order')";
        const { rows: ids } = await client.query<{ id: number }>(tasks.slice(1, -1));
        const plan = await client.query<string[]>({
          text: `explain execute "${rows[0]?.name}"('nobody', '{${ids[0]?.id}}')`,
          rowMode: "array",
        });
        return plan.rows.flat().join("\n");
      } finally {
        client.release();
      }
    };
    expect(await vi.waitFor(explain, PATIENT)).toContain("using jobs_task_index");
    await worker.stop();
    await close();
  });

  test("removes a failed job a week later, and keeps jobs that can still run", async () => {
    const world = await takeEmptyQueue();
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
    expect(await listQueued(world, "send-recovery")).toEqual([{ priority: 0, queue: null }]);
  });
});

test("a night whose sweep fails is tried again, and the sweeps after it have run", async () => {
  const world = await takeEmptyQueue();
  await addJob(world.db, "send-recovery", { email: newEmail() });
  await sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts, updated_at = now() - interval '8 days'`.execute(world.owner);
  await addUnknownJob(world.db, "nightly-sweeps", {});
  await sql`alter table visit rename to other_visit`.execute(world.owner);
  await runJobs(world);
  await sql`alter table other_visit rename to visit`.execute(world.owner);
  const { rows } = await sql`
    select task_identifier as task, attempts, last_error as error from graphile_worker.jobs`.execute(world.owner);
  expect(rows).toEqual([
    { task: "nightly-sweeps", attempts: 1, error: expect.stringContaining("some jobs failed: sweep-visits") },
  ]);
  await makeJobsDue(world);
  await runJobs(world);
  expect(await listQueued(world, "nightly-sweeps")).toEqual([]);
});

describe("the jobs of a process that ended while it ran them", () => {
  /** A queue with a job that a process has been running for some minutes. */
  async function openInterrupted(workerId: string, changes = sql`attempts = 1`, minutes = 2) {
    const world = await takeEmptyQueue();
    await addJob(world.db, "send-mail", { id: uuidv7(new Date()) }, LAST_IN_LINE);
    const since = sql`now() - make_interval(mins => ${minutes})`;
    await sql`
      update graphile_worker._private_jobs set locked_at = ${since}, locked_by = ${workerId}, ${changes}`.execute(
      world.owner,
    );
    await sql`
      update graphile_worker._private_job_queues set locked_at = ${since}, locked_by = ${workerId}`.execute(
      world.owner,
    );
    const client = new pg.Client({ connectionString: world.connectionString });
    await client.connect();
    const free = async (standingForSeconds = 0) => {
      await markWorkerAlive(client, "pool-looking");
      return freeJobsOfTheDead(client, standingForSeconds);
    };
    return { world, free, client };
  }
  const isFree = async ({ owner }: World) =>
    (
      await sql<{ jobs: number; queues: number }>`
        select (select count(*)::int from graphile_worker._private_jobs where is_available) as jobs,
          (select count(*)::int from graphile_worker._private_job_queues where is_available) as queues`.execute(owner)
    ).rows[0];
  const FREE = { jobs: 1, queues: 1 };
  const HELD = { jobs: 0, queues: 0 };

  test("are free again within minutes, with the queue that they held, and wait longer each time", async () => {
    const { world, free, client } = await openInterrupted("pool-gone", sql`attempts = 5`);
    expect(await free()).toBe(1);
    expect(await isFree(world)).toEqual(FREE);
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from run_at - now())::int as wait from graphile_worker._private_jobs`.execute(world.owner);
    expect(rows[0]?.wait).toBeGreaterThan(100);
    expect(await free()).toBe(0);
    await client.end();
  });

  test("stay with a process that lives, however long it needs, and are free once its connection has ended", async () => {
    const { world, free, client } = await openInterrupted("pool-alive", sql`attempts = 1`, 600);
    const process = new pg.Client({ connectionString: world.connectionString });
    await process.connect();
    await markWorkerAlive(process, "pool-alive");
    expect(await free()).toBe(0);
    expect(await isFree(world)).toEqual(HELD);
    await process.end();
    await vi.waitFor(async () => expect(await free()).toBe(1), PATIENT);
    expect(await isFree(world)).toEqual(FREE);
    await client.end();
  });

  test("stay with a process that may just have started", async () => {
    const { world, free, client } = await openInterrupted("pool-new", sql`attempts = 1`, 0);
    expect(await free()).toBe(0);
    expect(await isFree(world)).toEqual(HELD);
    await client.end();
  });

  test("stay with all processes for minutes after the database has lost the connections of all", async () => {
    const { world, free, client } = await openInterrupted("pool-connecting-again");
    expect(await free(STANDING_SECONDS)).toBe(0);
    expect(await isFree(world)).toEqual(HELD);
    await client.end();
  });

  test("go when another job has taken their place, and are kept as failed when it was their last try", async () => {
    const replaced = await openInterrupted("pool-gone", sql`attempts = max_attempts`);
    expect(await replaced.free()).toBe(0);
    expect(await listQueued(replaced.world, "send-mail")).toEqual([]);
    const last = await openInterrupted("pool-gone", sql`attempts = max_attempts, last_error = 'before'`);
    expect(await last.free()).toBe(1);
    expect(await isFree(last.world)).toEqual({ jobs: 0, queues: 1 });
    expect(await listQueued(last.world, "send-mail")).toEqual([LAST_IN_LINE]);
    await Promise.all([replaced.client.end(), last.client.end()]);
  });

  test("are looked for every minute by each process, which says that it lives, also on a new connection", async () => {
    const { world, client } = await openInterrupted("pool-gone");
    const { pool, close } = openDatabase({ connectionString: world.connectionString }, { max: QUEUE_CONNECTIONS });
    // The process looks as if its connections had stood for minutes.
    pool.on("connect", (connection) => {
      const query = connection.query.bind(connection) as (...args: unknown[]) => Promise<void>; // of many overloads
      vi.spyOn(connection, "query").mockImplementation((text: unknown, values: unknown, ...rest: unknown[]) =>
        query(text, Array.isArray(values) && values[0] === STANDING_SECONDS ? [0] : values, ...rest),
      );
    });
    const worker = await startWorker(world.context, pool);
    const classes = listJobClasses(world.context).length;
    const findAlive = async () => {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted",
      );
      expect(rows).toHaveLength(classes);
      return rows.map(({ pid }) => pid);
    };
    const [first] = await vi.waitFor(findAlive, PATIENT);
    await client.query("select pg_terminate_backend($1)", [first]);
    await vi.waitFor(async () => expect(await findAlive()).not.toContain(first), PATIENT);
    await addJob(world.db, "free-jobs", {});
    await vi.waitFor(async () => expect(await isFree(world)).toMatchObject({ queues: 1 }), PATIENT);
    await worker.stop();
    await waitForRunningJobs(world);
    await close();
    await client.end();
  });
});
