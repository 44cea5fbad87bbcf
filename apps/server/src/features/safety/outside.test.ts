import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeJobsDue, runJobs } from "../../testing/jobs.ts";
import { grant, makeWriter } from "../../testing/messages.ts";
import { makeReceiver, openPushService } from "../../testing/push-service.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const service = await openPushService();
const world = await openWorld({ PUSH_SERVICES: service.origin });

/** Somebody who wants to hear of everything outside, by a browser and by mail. */
async function makeReader() {
  const email = `${randomUUID()}@exemplo.example`;
  const reader = await makeSignedIn(world, { email });
  const receiver = makeReceiver(service);
  const { api } = reader.browser;
  await api.notifications.subscribe({ body: receiver.subscription });
  const body = { mailMessages: "each", mailFavorites: "each", mailVisits: "each" } as const;
  expect((await api.settings.change({ body })).status).toBe(200);
  return { ...reader, email, receiver };
}
type Reader = Awaited<ReturnType<typeof makeReader>>;

/** Writes to somebody, favours them and opens their profile; what tells of it outside waits to be done. */
async function seek({ id }: Reader) {
  const dan = await makeWriter(world, { role: "daddy" });
  const browser = await openBrowserOf(world, dan.id);
  const { api } = browser;
  await grant(world.owner, dan, { hasCourtesyPremium: true });
  expect((await dan.send({ id })).status).toBe(200);
  expect((await api.favorites.add({ params: { id } })).status).toBe(200);
  expect((await api.profiles.read({ params: { id } })).status).toBe(200);
  return { id: dan.id, browser };
}

async function countNews({ email, receiver }: Reader) {
  await makeJobsDue(world);
  await runJobs(world);
  const mails = await world.owner.selectFrom("mail").where("recipient", "=", email).select("id").execute();
  return { pushes: receiver.payloads().length, mails: mails.length };
}

test("[T23] what had not left yet of somebody blocked leaves neither by push nor by mail", async () => {
  const [heard, blocking, blocked] = [await makeReader(), await makeReader(), await makeReader()];
  await seek(heard);
  const one = await seek(blocking);
  const other = await seek(blocked);
  expect((await blocking.browser.api.safety.block({ params: { id: one.id } })).status).toBe(200);
  expect((await other.browser.api.safety.block({ params: { id: blocked.id } })).status).toBe(200);
  expect(await countNews(heard)).toEqual({ pushes: 3, mails: 1 });
  expect(await countNews(blocking)).toEqual({ pushes: 0, mails: 0 });
  expect(await countNews(blocked)).toEqual({ pushes: 0, mails: 0 });
});
