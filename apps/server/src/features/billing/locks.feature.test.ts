import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { lockStreams } from "../../base/members/stream-queries.ts";
import { lockEntitlement } from "../../base/money/ledger-queries.ts";
import { grant } from "../../testing/entitlements.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeOpenOrder } from "../../testing/orders.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { changePayment } from "../sandbox/queries.ts";
import { settleOrder } from "./settle-order.ts";

const world = await openWorld({ LIMIT_MESSAGES: "99999/1" });
let staff: Awaited<ReturnType<typeof makeSignedIn>>;

beforeAll(async () => {
  staff = await makeSignedIn(world, { role: "admin" });
});

async function makePayer() {
  const writer = await makeWriter(world, { role: "daddy" });
  await grant(world.db, writer, { tokens: 50, conversations: 5 });
  return { ...writer, role: "daddy" as const };
}
type Payer = Awaited<ReturnType<typeof makePayer>>;

/** Actions that write into a member's ledger besides their own messages. */
const WRITERS: Record<string, (payer: Payer) => Promise<unknown>> = {
  "a payment": async (payer) => {
    const { orderId, paymentToken } = await makeOpenOrder(world, payer);
    await changePayment(world.db, paymentToken, "paid", new Date());
    await settleOrder(world.context, orderId);
  },
  "a courtesy": async ({ id }) => {
    const body = { requestId: randomUUID(), tokens: 1, conversations: 1, reason: "Pela espera." };
    expect((await staff.browser.api.billing.grantCourtesy({ params: { id }, body })).status).toBe(200);
  },
  "a switch of the staff": async ({ id }) => {
    const body = { ids: [id], isOn: true };
    expect((await staff.browser.api.officeMembers.staffPremium({ body })).status).toBe(200);
  },
};

describe("[T20] during the messages of a payer", () => {
  test.each(Object.keys(WRITERS))("%s waits for the stream before it holds the balance", async (name) => {
    const payer = await makePayer();
    const { written: writtenWork } = await world.owner.transaction().execute(async (trx) => {
      // A send locks in this order: first the stream, then the balance.
      await lockStreams(trx, [payer.id]);
      const writerOutcome = Promise.allSettled([WRITERS[name]?.(payer)]);
      await waitForLocks(world.owner, 1);
      await lockEntitlement(trx, payer.id);
      return { written: writerOutcome };
    });
    expect(await writtenWork).toEqual([{ status: "fulfilled", value: undefined }]);
  });

  test("payments, courtesies and switches at the same instant never deadlock", async () => {
    const [payer, ana, bia] = [await makePayer(), await makeWriter(world), await makeWriter(world)];
    for (let round = 0; round < 4; round += 1) {
      const sends = [ana, bia, ana, bia].map((writer) => payer.send(writer));
      const writers = Object.values(WRITERS).map((write) => write(payer));
      const [answers] = await Promise.all([Promise.all([...sends, ana.send(payer)]), ...writers]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    expect(world.logged.join("\n")).not.toMatch(/deadlock|40P01/);
  });
});
