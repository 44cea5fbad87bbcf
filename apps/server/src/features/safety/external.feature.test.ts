import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { makeWriter } from "../../testing/messages.ts";
import { makeReceiver, openPushService } from "../../testing/push-service.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const service = await openPushService();
const world = await openWorld({ PUSH_SERVICES: service.origin });

/** A member who has chosen every push message and mail. */
async function makeRecipient() {
  const email = `${randomUUID()}@exemplo.example`;
  const recipient = await makeSignedIn(world, { email });
  const receiver = makeReceiver(service);
  const { api } = recipient.browser;
  await api.notifications.subscribe({ body: receiver.subscription });
  const body = { mailMessages: "each", mailFavorites: "each", mailVisits: "each" } as const;
  expect((await api.memberSettings.change({ body })).status).toBe(200);
  return { ...recipient, email, receiver };
}
type Recipient = Awaited<ReturnType<typeof makeRecipient>>;

/** A new member writes to another one, favours and visits them; the jobs about it are still waiting. */
async function contact({ id }: Recipient) {
  const dan = await makeWriter(world, { role: "daddy" });
  const browser = await openBrowserOf(world, dan.id);
  const { api } = browser;
  await grant(world.owner, dan, { hasCourtesyPremium: true });
  expect((await dan.send({ id })).status).toBe(200);
  expect((await api.favorites.add({ params: { id } })).status).toBe(200);
  expect((await api.visits.add({ params: { id } })).status).toBe(200);
  return { id: dan.id, browser };
}

async function countExternal({ email, receiver }: Recipient) {
  await makeJobsDue(world);
  await runJobs(world);
  const mails = await world.owner.selectFrom("mail").where("recipient", "=", email).select("id").execute();
  return { pushes: receiver.payloads().length, mails: mails.length };
}

test("[T23] a notification of a blocked member that was not sent yet is sent neither as a push message nor as a mail", async () => {
  const [reachedMember, blocking, blockedMember] = [
    await makeRecipient(),
    await makeRecipient(),
    await makeRecipient(),
  ];
  await contact(reachedMember);
  const firstContact = await contact(blocking);
  const otherContact = await contact(blockedMember);
  expect((await blocking.browser.api.safety.block({ params: { id: firstContact.id } })).status).toBe(200);
  expect((await otherContact.browser.api.safety.block({ params: { id: blockedMember.id } })).status).toBe(200);
  expect(await countExternal(reachedMember)).toEqual({ pushes: 3, mails: 1 });
  expect(await countExternal(blocking)).toEqual({ pushes: 0, mails: 0 });
  expect(await countExternal(blockedMember)).toEqual({ pushes: 0, mails: 0 });
});
