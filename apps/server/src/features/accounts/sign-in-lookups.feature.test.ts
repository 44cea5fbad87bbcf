import type { IncomingMessage } from "node:http";
import type { KyselyPlugin } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { openWorld, type World } from "../../testing/world.ts";

const world = await openWorld();

type Browser = ReturnType<World["browser"]>;

const signIn = (browser: Browser, email: string, password = "never this one") =>
  browser.api.accounts.signIn({ body: { email, password, remember: false } });

/** Holds the database's answers back until they are released. `begunAddresses`: the addresses that were looked up, in order. */
function holdLookups() {
  const [begunAddresses, heldAnswers]: [string[], (() => void)[]] = [[], []];
  let isHeld = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const [email] = /[\w-]+@exemplo\.invalid/.exec(JSON.stringify(node)) ?? [];
      if (email) begunAddresses.push(email);
      return node;
    },
    transformResult: async ({ result }) => {
      if (isHeld) await new Promise<void>((resolve) => heldAnswers.push(resolve));
      return result;
    },
  };
  const { db } = world.context;
  world.context.db = db.withPlugin(plugin);
  onTestFinished(() => {
    world.context.db = db;
  });
  const releaseNext = () => heldAnswers.shift()?.();
  const releaseAll = () => {
    isHeld = false;
    while (heldAnswers.length > 0) releaseNext();
  };
  return { begunAddresses, releaseNext, releaseAll };
}

/** Resolves when the server has read `count` more requests, and has begun those that it can. */
async function untilReceived<T>(count: number, begin: () => T): Promise<T> {
  let receivedCount = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = (request: IncomingMessage) =>
    void request.once("end", () => {
      receivedCount += 1;
      if (receivedCount === count) resolve();
    });
  world.app.server.on("request", listen);
  const answers = begin();
  await promise;
  world.app.server.off("request", listen);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  return answers;
}

test("[T58][T72] a crowd of sign-ins takes eight connections of the database, in turns, and a device does not wait behind those without", async () => {
  const { email } = await makeMember(world.owner);
  const browser = world.browser("203.0.113.9");
  expect((await signIn(browser, email, PASSWORD)).status).toBe(200);
  const device = world.browser("203.0.113.9");
  for (const [name, value] of browser.jar) if (name.includes("device")) device.jar.set(name, value);
  const { begunAddresses, releaseNext, releaseAll } = holdLookups();

  const crowd = await untilReceived(40, () =>
    Array.from({ length: 40 }, (_, n) => signIn(world.browser(`198.51.100.${n + 1}`), newEmail())),
  );
  expect(begunAddresses).toHaveLength(8);
  const { email: otherEmail } = await makeMember(world.owner);
  const honest = await untilReceived(1, () => [signIn(world.browser("192.0.2.1"), otherEmail, PASSWORD)]);
  honest.push(...(await untilReceived(1, () => [signIn(device, email, PASSWORD)])));
  begunAddresses.length = 0;
  while (!begunAddresses.includes(email) || !begunAddresses.includes(otherEmail)) {
    const count = begunAddresses.length;
    releaseNext();
    await expect.poll(() => begunAddresses.length).toBeGreaterThan(count);
  }
  // Twenty sign-ins of the crowd had waited longer for their look-up than these two.
  expect(begunAddresses.length).toBeLessThan(10);

  releaseAll();
  expect((await Promise.all(honest)).map(({ status }) => status)).toEqual([200, 200]);
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  // Eight of the forty were being looked up, twenty could wait, and the others were refused. More may have been
  // refused afterwards, when they waited for the check of their password.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(12);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});
