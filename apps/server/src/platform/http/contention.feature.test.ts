import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { slowTest } from "../../testing/each-kind.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { LOCK_MS } from "../database/database.ts";

const world = await openWorld({}, undefined, undefined, LOCK_MS);
/** Its requests give up a lock soon, so that no test waits for seconds. */
const hasty = await openWorld({}, undefined, undefined, 50);

type Member = Awaited<ReturnType<typeof makeSignedIn>>;

const changeSettings = ({ browser }: Member) => browser.api.memberSettings.change({ body: { hasSound: false } });

const isRetry = (line: string) => line.includes('"busy, tried again"');
const countRetries = () => world.logged.filter(isRetry).length;
const listErrors = ({ logged }: World) => logged.filter((line) => line.includes('"unexpected"'));

/** Resolves when one more call has failed, because it got no lock or no connection, and is being tried again. */
function untilRetried() {
  const before = countRetries();
  return vi.waitFor(() => expect(countRetries()).toBe(before + 1), PATIENT);
}

/** Runs the work while another transaction holds the row that a change of the member's settings waits for. */
async function holdSettings({ owner }: World, { id: memberId }: Member, work: () => Promise<void>): Promise<void> {
  const row = { memberId, updatedAt: new Date() };
  await owner.insertInto("memberSetting").values(row).execute();
  await owner.transaction().execute(async (trx) => {
    await trx.selectFrom("memberSetting").where("memberId", "=", memberId).select("memberId").forUpdate().execute();
    await work();
  });
}

/**
 * Runs the work while all connections of the pool are in use, until it lets them go; requests do not wait long for one.
 */
async function holdPool(work: (release: () => void) => Promise<void>): Promise<void> {
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: whenHeld, resolve: isHeld } = Promise.withResolvers<void>();
  let leftConnections = 8;
  const holders = Array.from({ length: leftConnections }, () =>
    world.db.connection().execute(async () => {
      leftConnections -= 1;
      if (leftConnections === 0) isHeld();
      await whenReleased;
    }),
  );
  await whenHeld;
  const { options } = world.pool;
  const { connectionTimeoutMillis } = options;
  options.connectionTimeoutMillis = 50;
  await work(release).finally(() => {
    options.connectionTimeoutMillis = connectionTimeoutMillis;
    release();
  });
  await Promise.all(holders);
}

const busy = {
  status: 503,
  failure: { code: "SERVICE_BUSY", userMessage: "Tem muita gente por aqui agora. Tente de novo em alguns segundos." },
};

slowTest(
  "[T73] a change whose lock times out is tried once more, and succeeds when the lock is free by then",
  async () => {
    const ana = await makeSignedIn(world);
    let change: ReturnType<typeof changeSettings> | undefined;
    await holdSettings(world, ana, async () => {
      const retried = untilRetried();
      change = changeSettings(ana);
      await retried;
    });
    expect(await change).toMatchObject({ status: 200, body: { hasSound: false } });
  },
);

test("[T73] a change whose lock times out twice is answered by 503 with Retry-After, and nothing is changed", async () => {
  const ana = await makeSignedIn(hasty);
  await holdSettings(hasty, ana, async () => {
    const reply = await changeSettings(ana);
    expect(reply).toMatchObject(busy);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  });
  expect(await ana.browser.api.memberSettings.read()).toMatchObject({ body: { hasSound: true } });
  expect(listErrors(hasty)).toEqual([]);
});

test("[T73] a statement that is cancelled is run once more", async () => {
  const ana = await makeSignedIn(world);
  let change: ReturnType<typeof changeSettings> | undefined;
  await holdSettings(world, ana, async () => {
    const retried = untilRetried();
    change = changeSettings(ana);
    await waitForLocks(world.owner, 1);
    await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.owner);
    await retried;
  });
  expect(await change).toMatchObject({ status: 200, body: { hasSound: false } });
});

test("[T73] a request that gets no connection waits for one once more", async () => {
  const ana = await makeSignedIn(world);
  await holdPool(async (release) => {
    // The pool is free again before the second wait begins.
    vi.spyOn(world.logged, "push").mockImplementation((line = "") => {
      if (isRetry(line)) release();
      return 0;
    });
    expect((await changeSettings(ana)).status).toBe(200);
  });
});

test("[T73] a request that gets no connection twice is answered by 503 with Retry-After", async () => {
  const ana = await makeSignedIn(world);
  await holdPool(async () => {
    const reply = await changeSettings(ana);
    expect(reply).toMatchObject(busy);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  });
  expect(listErrors(world)).toEqual([]);
});
