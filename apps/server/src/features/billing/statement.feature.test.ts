import { STATEMENT_PAGE } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { runJobs } from "../../testing/jobs.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makePaidOrder } from "../../testing/orders.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1" });

async function makeBuyer() {
  const writer = await makeWriter(world, { role: "daddy" });
  const { api } = await openBrowserOf(world, writer.id);
  return { ...writer, role: "daddy" as const, api };
}

test("[D4.29] the statement says what was bought, used and taken back, the latest first, and adds up to the balance", async () => {
  const [bruno, ana] = [await makeBuyer(), await makeWriter(world)];
  const { orderId } = await makePaidOrder(world, bruno);
  await bruno.send(ana);
  await bruno.send(ana);
  await bruno.api.billing.withdraw({ params: { id: orderId } });
  await runJobs(world);
  const { body } = await bruno.api.billing.statement({ query: {} });
  expect(
    body.entries.map(({ kind, product, tokens, conversations }) => ({ kind, product, tokens, conversations })),
  ).toEqual([
    { kind: "refund", product: "tokens", tokens: -98, conversations: -9 },
    { kind: "spend", product: null, tokens: -1, conversations: 0 },
    { kind: "spend", product: null, tokens: -1, conversations: -1 },
    { kind: "purchase", product: "tokens", tokens: 100, conversations: 10 },
  ]);
  expect(body.next).toBeNull();
});

test("[D4.29] the statement comes in pages that leave nothing out and show nothing twice, though all of it has one moment", async () => {
  const bruno = await makeBuyer();
  const writtenAt = new Date();
  const total = 2 * STATEMENT_PAGE + 3;
  const rows = Array.from({ length: total }, (_, at) => ({
    id: crypto.randomUUID(),
    memberId: bruno.id,
    kind: "courtesy" as const,
    provider: "test",
    providerObjectId: crypto.randomUUID(),
    tokens: at,
    writtenAt,
  }));
  await world.db.insertInto("ledgerEntry").values(rows).execute();
  await grant(world.db, await makeBuyer(), { tokens: 7 });
  const seenEntries: string[] = [];
  for (let before: string | undefined; ; ) {
    const { body } = await bruno.api.billing.statement({ query: { ...(before !== undefined && { before }) } });
    seenEntries.push(...body.entries.map(({ id }) => id));
    if (body.next === null) break;
    before = body.next;
  }
  expect(seenEntries.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});
