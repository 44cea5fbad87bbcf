import { beforeEach, expect, test, vi } from "vitest";
import { fewOrMany } from "../../testing/each-kind.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { openWorld, type World } from "../../testing/world.ts";

/** Stands in for the library that checks passwords: each check begins at once, and ends when the test says so. */
const checks = vi.hoisted(() => {
  type Check = { password: string; finish: () => void };
  const state = { isHeld: false, begun: [] as string[], running: [] as Check[] };
  const wait = (password: string) =>
    new Promise<void>((resolve) => state.running.push({ password, finish: () => resolve() }));
  return { ...state, wait };
});
vi.mock("@node-rs/argon2", async (importActual) => {
  const actual = await importActual<typeof import("@node-rs/argon2")>();
  const { hash } = await import("../../testing/cheap-argon2.ts");
  const verify = async (hash: string, password: string) => {
    checks.begun.push(password);
    if (checks.isHeld) await checks.wait(password);
    return actual.verify(hash, password);
  };
  // A password hashed at the lowest cost is checked at the lowest cost.
  return { ...actual, hash, verify };
});

const world = await openWorld({ LIMIT_SIGN_IN_ADDRESS: "1000/3600" });
const NETWORKS = fewOrMany(10, 30);

beforeEach(() => {
  checks.isHeld = false;
  checks.begun.length = 0;
});

type Browser = ReturnType<World["browser"]>;

const signIn = (browser: Browser, email: string, password: string) =>
  browser.api.accounts.signIn({ body: { email, password, remember: false } });

/** Resolves when `count` more sign-ins have been counted by the limit, and therefore wait for their password check. */
async function untilWaiting<T>(
  count: number,
  begin: () => Promise<T>[],
  limit: "signInEverywhere" | "signInAccount" | "signInDevice" = "signInEverywhere",
): Promise<Promise<T>[]> {
  const takeSpy = vi.spyOn(world.limits[limit], "take");
  const answers = begin();
  await vi.waitFor(() => expect(takeSpy.mock.results.length).toBe(count), PATIENT);
  await Promise.all(takeSpy.mock.results.map(({ value }) => value));
  takeSpy.mockRestore();
  return answers;
}

/** Starts `each` wrong sign-ins from every network, all from different addresses. The first two checks do not end. */
async function flood(each: number, from = 60) {
  checks.isHeld = true;
  const answers = await untilWaiting(NETWORKS * each, () =>
    Array.from({ length: NETWORKS * each }, (_, n) => {
      const network = n % NETWORKS;
      const browser = world.browser(`${from}.0.${network}.${1 + Math.floor(n / NETWORKS)}`);
      return signIn(browser, newEmail(), `wrong ${network}`);
    }),
  );
  await vi.waitFor(() => expect(checks.running).toHaveLength(2), PATIENT);
  return answers;
}

/** Resolves when no sign-in uses the database, so that each of them waits for its check or is answered. */
async function untilQuiet(): Promise<void> {
  const { pool } = world;
  await new Promise((resolve) => setImmediate(resolve));
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
    await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Ends the checks one after another until all sign-ins are answered; returns the statuses of the answers. */
async function finishAll(answers: Promise<{ status: number }>[]): Promise<number[]> {
  const all = Promise.all(answers);
  let isOver = false;
  void all.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await untilQuiet();
    checks.running.shift()?.finish();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return (await all).map(({ status }) => status);
}

test("[T72] a right sign-in from elsewhere waits for one check of each flooding network at most, and few second ones", async () => {
  const { email } = await makeMember(world.owner);
  const wrong = await flood(5);
  const honest = await untilWaiting(1, () => [signIn(world.browser("203.0.113.7"), email, PASSWORD)]);
  const statuses = await finishAll([...wrong, ...honest]);
  expect(statuses.at(-1)).toBe(200);
  expect(statuses.slice(0, -1)).toEqual(Array(NETWORKS * 5).fill(401));
  const before = checks.begun.slice(0, checks.begun.indexOf(PASSWORD));
  // Two were being checked already. Of the next checks, at most one in five is for a network that has failed before.
  expect(before.length).toBeLessThanOrEqual(2 + (NETWORKS * 5) / 4);
});

test("[T72] a network that failed before the flood's next wave does not go before one that never failed", async () => {
  const { email } = await makeMember(world.owner);
  await finishAll(await flood(1, 61));
  checks.begun.length = 0;
  const wrong = await flood(3, 61);
  const honest = await untilWaiting(1, () => [signIn(world.browser("203.0.114.7"), email, PASSWORD)]);
  expect((await finishAll([...wrong, ...honest])).at(-1)).toBe(200);
  // Two were being checked already, and at most one more came before the right sign-in.
  expect(checks.begun.indexOf(PASSWORD)).toBeLessThanOrEqual(3);
});

test("[T72] a known device, and a member with a session, is checked next, however many wait", async () => {
  const { email } = await makeMember(world.owner);
  const browser = world.browser();
  expect((await signIn(browser, email, PASSWORD)).status).toBe(200);
  const device = world.browser();
  for (const [name, value] of browser.jar) if (name.includes("device")) device.jar.set(name, value);
  checks.begun.length = 0;
  const wrong = await flood(5, 62);
  const knownSignIn = await untilWaiting(1, () => [signIn(device, email, PASSWORD)], "signInDevice");
  await untilQuiet();
  checks.running.shift()?.finish();
  await vi.waitFor(() => expect(checks.begun).toHaveLength(3), PATIENT);
  expect(checks.begun[2]).toBe(PASSWORD);
  const next = { password: "outra senha da dona", passwordConfirmation: "outra senha da dona" };
  const body = { currentPassword: `${PASSWORD} errada`, ...next };
  const change = await untilWaiting(1, () => [browser.api.accounts.changePassword({ body })], "signInAccount");
  const statuses = await finishAll([...wrong, ...knownSignIn, ...change]);
  expect(statuses.slice(-2)).toEqual([200, 400]);
  expect(checks.begun.indexOf(`${PASSWORD} errada`)).toBeLessThan(NETWORKS);
});

test("[T72] one network's flood is refused beyond its places, with the seconds to wait, and no other is", async () => {
  const { email } = await makeMember(world.owner);
  checks.isHeld = true;
  const wrong: ReturnType<typeof signIn>[] = [];
  // The sign-ins come in four waves, so that none of them is refused before its account is looked up.
  for (const wave of [0, 15, 30, 45]) {
    const addresses = Array.from({ length: 15 }, (_, n) => `198.51.100.${wave + n + 1}`);
    const attempts = () => addresses.map((address) => signIn(world.browser(address), newEmail(), "never this one"));
    wrong.push(...(await untilWaiting(15, attempts)));
  }
  const honest = await untilWaiting(1, () => [signIn(world.browser("203.0.115.7"), email, PASSWORD)]);
  const refusal = await Promise.race(wrong);
  expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([429, "10"]);
  const statuses = await finishAll([...wrong, ...honest]);
  expect(statuses.at(-1)).toBe(200);
  // Two of the sixty were being checked, and twenty could wait.
  expect(statuses.filter((status) => status === 401)).toHaveLength(22);
  expect(statuses.filter((status) => status === 429)).toHaveLength(38);
});

test("[T08][T72] an address without an account waits in the same turns as one with", async () => {
  const { email } = await makeMember(world.owner);
  const wrong = await flood(2, 63);
  const both = await untilWaiting(2, () => [
    signIn(world.browser("203.0.116.7"), email, "wrong of a member"),
    signIn(world.browser("203.0.117.7"), newEmail(), "wrong of nobody"),
  ]);
  expect((await finishAll([...wrong, ...both])).slice(-2)).toEqual([401, 401]);
  const [member, nobody] = ["wrong of a member", "wrong of nobody"].map((password) => checks.begun.indexOf(password));
  expect(Math.abs((member ?? 0) - (nobody ?? 0))).toBe(1);
});
