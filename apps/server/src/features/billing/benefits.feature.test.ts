import { sql } from "kysely";
import { expect, test } from "vitest";
import { hasVerificationPriority } from "../../base/money/premium-fragment-queries.ts";
import { listIds } from "../../testing/discovery-pages.ts";
import { makePaidOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { lowerTiers } from "../profiles/jobs.ts";

// These tests follow what the pages sell, from a paid order to what the member then has; `benefits.test.ts` of the site names them.
const world = await openWorld();
const DAY_MS = 86_400_000;

async function makePerson(role: "baby" | "daddy") {
  const { id } = await makeMember(world.owner, { role });
  return { id, role, browser: await openBrowserOf(world, id, true) };
}

type Person = Awaited<ReturnType<typeof makePerson>>;

const write = (from: Person, to: Person, text = "Oi!") =>
  from.browser.api.messaging.send({ params: { memberId: to.id }, body: { clientId: crypto.randomUUID(), text } });
const look = (viewer: Person, { id }: Person) => viewer.browser.api.profiles.read({ params: { id } });
const visit = (viewer: Person, { id }: Person) => viewer.browser.api.visits.add({ params: { id } });
const visitsOf = async ({ browser }: Person) => (await browser.api.visits.list({ query: {} })).body;

test("[K2.40] sold with premium: unlimited messages, also to many and without any tokens", async () => {
  const bruno = await makePerson("daddy");
  await makePaidOrder(world, bruno, "premium_monthly");
  for (const baby of [await makePerson("baby"), await makePerson("baby")])
    for (const text of ["Oi!", "Tudo bem?", "Vamos conversar?"])
      expect((await write(bruno, baby, text)).status).toBe(200);
});

test("[K2.40][T50] sold with premium: the profile is ahead in results and labelled", async () => {
  const [ana, bruno] = [await makePerson("baby"), await makePerson("daddy")];
  const others = [
    await makeMember(world.owner, { role: "daddy", isVerified: true, tier: 1 }),
    await makePerson("daddy"),
  ];
  await makePaidOrder(world, bruno, "premium_quarterly");
  const ids = await listIds(ana);
  for (const { id } of others) expect(ids.indexOf(bruno.id)).toBeLessThan(ids.indexOf(id));
  expect((await look(ana, bruno)).body).toMatchObject({ isPromoted: true, isPremium: true });
});

test("[K2.40][D3.12] sold with premium: the invisible mode leaves no visit", async () => {
  const [ana, bruno] = [await makePerson("baby"), await makePerson("daddy")];
  await makePaidOrder(world, bruno, "premium_monthly");
  expect((await bruno.browser.api.memberSettings.change({ body: { isInvisible: true } })).status).toBe(200);
  expect((await visit(bruno, ana)).status).toBe(200);
  expect(await visitsOf(ana)).toMatchObject({ total: 0 });
});

test("[K2.40][D3.13] sold with premium: who visited and who favourited, by name", async () => {
  const [ana, bruno] = [await makePerson("baby"), await makePerson("daddy")];
  await ana.browser.api.favorites.add({ params: { id: bruno.id } });
  await visit(ana, bruno);
  expect(await visitsOf(bruno)).toMatchObject({ total: 1, visitors: null });
  await makePaidOrder(world, bruno, "premium_monthly");
  expect(await visitsOf(bruno)).toMatchObject({ visitors: [{ profile: { id: ana.id } }] });
  const { body } = await bruno.browser.api.favorites.admirers({ query: {} });
  expect(body.profiles).toMatchObject([{ id: ana.id }]);
});

test("[K2.42][D4.03] sold as tokens: 100 messages and 10 conversations, one token a message", async () => {
  const bruno = await makePerson("daddy");
  await makePaidOrder(world, bruno, "tokens");
  const ana = await makePerson("baby");
  for (const text of ["Oi!", "Tudo bem?"]) expect((await write(bruno, ana, text)).status).toBe(200);
  const { body } = await bruno.browser.api.profiles.mine();
  expect(body.balance).toEqual({ tokens: 98, conversations: 9 });
});

test("[K2.41][D4.07][T50] sold as a highlight: ahead in results and labelled for 30 days, and not a day longer", async () => {
  const [ana, plain, bruno] = [await makePerson("baby"), await makePerson("baby"), await makePerson("daddy")];
  await makePaidOrder(world, ana, "highlight");
  const readPlace = async () => {
    // The clock has moved, so a session that was opened before would be over.
    const viewer = { ...bruno, browser: await openBrowserOf(world, bruno.id) };
    const ids = await listIds(viewer);
    const { body } = await look(viewer, ana);
    return { isAhead: ids.indexOf(ana.id) < ids.indexOf(plain.id), isLabelled: body.isPromoted };
  };
  world.pass(29.9 * DAY_MS);
  expect(await readPlace()).toEqual({ isAhead: true, isLabelled: true });
  world.pass(0.2 * DAY_MS);
  await lowerTiers(world.context);
  expect((await readPlace()).isLabelled).toBe(false);
  const later = await openBrowserOf(world, ana.id);
  expect((await later.api.profiles.mine()).body).toMatchObject({ isHighlighted: false, highlightedUntil: null });
});

test("[K2.41][D4.20] sold as a highlight: first in the queue of verifications while it runs, and no badge without documents", async () => {
  const [plain, ana] = [await makePerson("baby"), await makePerson("baby")];
  await makePaidOrder(world, ana, "highlight");
  const readQueue = async () => {
    const rows = await world.owner
      .selectFrom("profile")
      .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
      .where("profile.memberId", "in", [plain.id, ana.id])
      .orderBy(hasVerificationPriority(world.context.clock.now()), "desc")
      .orderBy(sql`profile.member_id = ${plain.id}::uuid`, "desc")
      .select(["profile.memberId", "isVerified"])
      .execute();
    expect(rows.map(({ isVerified }) => isVerified)).toEqual([false, false]);
    return rows.map(({ memberId }) => memberId);
  };
  expect(await readQueue()).toEqual([ana.id, plain.id]);
  world.pass(31 * DAY_MS);
  expect(await readQueue()).toEqual([plain.id, ana.id]);
});
