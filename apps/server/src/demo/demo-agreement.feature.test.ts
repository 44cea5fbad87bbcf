import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { SEED_MAX } from "@caramelo/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Amounts, applyAmounts, type Entitlement, grantOf } from "../features/billing/amount-rules.ts";
import { countStatistics } from "../features/statistics/count-statistics.ts";
import { listStatistics } from "../features/statistics/queries.ts";
import { trendDays } from "../features/statistics/rules.ts";
import { distanceKm, getCity } from "../platform/cities/cities.ts";
import type { ProcessedPhoto } from "../platform/images/process-photo.ts";
import { openWorld } from "../testing/world.ts";
import { openDemo } from "./demo.ts";
import { addReports } from "./history/add-reports.ts";
import { SAO_PAULO } from "./people/towns.ts";
import { BABY_EMAIL, DADDY_EMAIL, DEMO_PEOPLE, makePeople } from "./people.ts";
import { EXPRESSIONS } from "./portraits/expressions.ts";
import { FRAMINGS } from "./portraits/framing.ts";
import { LIGHTS } from "./portraits/light.ts";

const bytes = Buffer.from("a picture");
const photo: ProcessedPhoto = {
  sizes: { small: bytes, medium: bytes, large: bytes },
  width: 600,
  height: 800,
  thumbhash: "",
};

const world = await openWorld();
const { owner } = world;
const dataDir = await mkdtemp(join(tmpdir(), "caramelo-demo-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

beforeAll(async () => {
  const studio = { develop: async () => photo, close: async () => {} };
  const demo = await openDemo({ ...world.context, db: owner }, { studio, dataDir });
  expect(await demo.fill()).toMatchObject({ isComplete: true });
}, 120_000);

async function signIn(email: string) {
  const passwords = JSON.parse(await readFile(join(dataDir, "demo-accounts.json"), "utf8")) as Record<string, string>;
  const browser = world.browser();
  const body = { email, password: passwords[email] ?? "", remember: false };
  expect(await browser.api.accounts.signIn({ body })).toMatchObject({ status: 200 });
  return browser.api;
}

const EMPTY: Entitlement = { tokens: 0, conversations: 0, premiumUntil: null, highlightedUntil: null };
const listEntries = () => owner.selectFrom("ledgerEntry").selectAll().orderBy("writtenAt").orderBy("id").execute();

test("each purchase of a demo member's statement is a paid order, and gave what the product gives", async () => {
  const entries = await listEntries();
  const orders = new Map((await owner.selectFrom("productOrder").selectAll().execute()).map((row) => [row.id, row]));
  const purchases = entries.filter(({ kind }) => kind === "purchase");
  expect(purchases.length).toBeGreaterThan(20);
  expect(new Set(purchases.map(({ orderId }) => orderId)).size).toBe(orders.size);
  for (const { memberId, orderId, writtenAt, ...entry } of purchases) {
    const order = orders.get(orderId ?? "") ?? expect.fail("a purchase has no order");
    expect(order).toMatchObject({ memberId, paidAt: writtenAt, createdAt: writtenAt });
    const { tokens, conversations, premiumSeconds, highlightedSeconds } = entry;
    const grantedAmounts: Amounts = { tokens, conversations, premiumSeconds, highlightedSeconds };
    expect(grantedAmounts).toEqual(grantOf(order.product, EMPTY, writtenAt));
  }
});

test("the balance, the premium and the highlight of each demo member follow from the statement", async () => {
  const entries = await listEntries();
  const entitlements = await owner.selectFrom("entitlement").selectAll().execute();
  expect(entitlements).toHaveLength(DEMO_PEOPLE);
  for (const { memberId, tokens, conversations, premiumUntil, highlightedUntil } of entitlements) {
    const sum = entries
      .filter((entry) => entry.memberId === memberId)
      .reduce<Entitlement>((before, entry) => applyAmounts(before, entry, entry.writtenAt), EMPTY);
    expect({ tokens, conversations, premiumUntil, highlightedUntil }).toEqual(sum);
  }
});

test("each message of a demo member who had no premium cost a token, and the first of a conversation a conversation", async () => {
  const entries = await listEntries();
  const messages = await owner
    .selectFrom("message")
    .innerJoin("profile", "profile.memberId", "message.senderId")
    .where("profile.role", "in", ["daddy", "mommy"])
    .select(["message.id", "message.senderId", "message.recipientId", "message.sentAt"])
    .orderBy("message.sentAt")
    .execute();
  const openedPairs = new Set<string>();
  for (const { id, senderId, recipientId, sentAt } of messages) {
    const isFirst = !openedPairs.has(`${senderId} ${recipientId}`);
    openedPairs.add(`${senderId} ${recipientId}`);
    const own = entries.filter(({ memberId, writtenAt }) => memberId === senderId && writtenAt <= sentAt);
    const { premiumUntil } = own
      .filter(({ kind }) => kind === "purchase")
      .reduce<Entitlement>((before, entry) => applyAmounts(before, entry, entry.writtenAt), EMPTY);
    const spend = own.find(({ kind, providerObjectId }) => kind === "spend" && providerObjectId === id);
    const price = { tokens: -1, conversations: isFirst ? -1 : 0 };
    if (premiumUntil && premiumUntil > sentAt) expect(spend).toBeUndefined();
    else expect(spend).toMatchObject(price);
  }
  expect(messages.length).toBeGreaterThan(50);
});

test("no demo member bought or spent anything before the account existed", async () => {
  const members = new Map(
    (await owner.selectFrom("member").selectAll().execute()).map(({ id, createdAt }) => [id, createdAt]),
  );
  for (const { memberId, writtenAt } of await listEntries())
    expect(writtenAt.getTime()).toBeGreaterThanOrEqual(members.get(memberId)?.getTime() ?? Number.POSITIVE_INFINITY);
});

test("the daily numbers of the office lead to today's, which equal the database", async () => {
  await countStatistics(world.context, { isWhole: true });
  const days = trendDays(world.context.clock.now());
  const rows = await listStatistics(owner, days[0] ?? "");
  const numberOf = (day: string, name: string) =>
    rows.find((row) => row.day === day && row.name === name)?.value ?? expect.fail(`${name} of ${day} is missing`);
  const seriesOf = (name: string) => days.map((day) => numberOf(day, name));
  const [members, verifiedMembers, premium, signUps] = ["members", "verified", "premium", "signUps"].map(seriesOf);
  const managed = await owner.selectFrom("profile").where("isManaged", "=", true).select("memberId").execute();
  expect(members?.at(-1)).toBe(DEMO_PEOPLE);
  expect(signUps?.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(0);
  for (const [at, day] of days.entries()) {
    if (at === 0) continue;
    const joinedCount = numberOf(day, "members") - numberOf(days[at - 1] ?? "", "members");
    expect(joinedCount).toBeGreaterThanOrEqual(numberOf(day, "signUps"));
    expect(joinedCount).toBeLessThanOrEqual(numberOf(day, "signUps") + managed.length);
  }
  for (const [series = [], least] of [
    [verifiedMembers, 20],
    [premium, 1],
  ] as const) {
    expect(Math.min(...series)).toBeGreaterThanOrEqual(least);
    // From one day to the next a few members get the badge, or their premium ends.
    const steps = series.slice(1).map((value, at) => Math.abs(value - (series[at] ?? 0)));
    expect(Math.max(...steps)).toBeLessThanOrEqual(5);
    expect(new Set(series).size).toBeGreaterThan(1);
  }
});

test("the bell of both accounts has a person who visited and favourited", async () => {
  for (const email of [BABY_EMAIL, DADDY_EMAIL]) {
    const rows = await owner
      .selectFrom("notification")
      .innerJoin("member", "member.id", "notification.memberId")
      .where("member.email", "=", email)
      .select(["notification.actorId", "notification.type", "notification.createdAt"])
      .orderBy("notification.createdAt")
      .execute();
    const favorites = rows.filter(({ type }) => type === "favorite").map(({ actorId }) => actorId);
    const both = rows.filter(({ type, actorId }) => type === "profile_view" && favorites.includes(actorId));
    expect(both).toHaveLength(1);
  }
});

type Api = Awaited<ReturnType<typeof signIn>>;

async function listStatement(
  api: Api,
  before?: string,
): Promise<AnswerOf<Contract["billing"]["statement"]>["entries"]> {
  const { entries, next } = (await api.billing.statement({ query: { before } })).body;
  return next === null ? entries : [...entries, ...(await listStatement(api, next))];
}

test("the screens of both accounts agree: the balance, the statement and the purchases", async () => {
  for (const email of [BABY_EMAIL, DADDY_EMAIL]) {
    const api = await signIn(email);
    const { user } = (await api.accounts.session()).body;
    const entries = await listStatement(api);
    const { orders } = (await api.billing.orders({ query: {} })).body;
    const paidOrders = orders.filter(({ state }) => state === "paid");
    const purchases = entries.filter(({ kind }) => kind === "purchase");
    expect(purchases.map(({ product, at }) => [product, at])).toEqual(
      paidOrders.map(({ product, paidAt }) => [product, paidAt]),
    );
    expect(entries.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(user?.balance?.tokens ?? 0);
    expect(user?.isPremium).toBe(false);
  }
});

test("a demo member's badge has a reason: an approved request, or a badge that the staff gave", async () => {
  const profiles = await owner.selectFrom("profile").where("isDemo", "=", true).selectAll().execute();
  const requests = await owner.selectFrom("verificationRequest").selectAll().execute();
  const grantedBadges = await owner
    .selectFrom("auditEntry")
    .where("action", "=", "profile.verified")
    .select("subjectId")
    .execute();
  for (const { memberId, isVerified, birthOn } of profiles) {
    const own = requests.filter((request) => request.memberId === memberId);
    const isApproved = own.some(({ status }) => status === "approved");
    const isGiven = grantedBadges.some(({ subjectId }) => subjectId === memberId);
    expect({ isVerified, isAgeAssured: birthOn !== null }).toEqual({
      isVerified: isApproved || isGiven,
      isAgeAssured: isApproved,
    });
    // No member waits for a badge that they have.
    if (isVerified) expect(own.filter(({ status }) => status === "pending")).toEqual([]);
  }
});

const SEEDS = Array.from({ length: 24 }, (_, at) => Math.floor((at * SEED_MAX) / 24));

test("at most two of the first six faces of both accounts have a paid place, and most of the first ten live near", async () => {
  const rows = await owner.selectFrom("profile").select(["memberId", "cityId", "isWildcardCity"]).execute();
  const near = new Set(
    rows
      .filter(({ cityId, isWildcardCity }) => cityId !== null && !isWildcardCity && isNear(cityId))
      .map(({ memberId }) => memberId),
  );
  const countNear = (profiles: { id: string }[]) => profiles.slice(0, 10).filter(({ id }) => near.has(id)).length;
  for (const email of [BABY_EMAIL, DADDY_EMAIL]) {
    const api = await signIn(email);
    for (const seed of SEEDS) {
      const { profiles } = (await api.discovery.list({ query: { seed } })).body;
      expect(profiles.slice(0, 6).filter(({ isPromoted }) => isPromoted).length).toBeLessThanOrEqual(2);
      expect(countNear(profiles)).toBeGreaterThanOrEqual(4);
      const filter = { cityId: SAO_PAULO, distanceKm: 100 };
      const filtered = (await api.discovery.list({ query: { seed, ...filter } })).body.profiles;
      expect(filtered.length).toBeGreaterThan(12);
      expect(countNear(filtered)).toBeGreaterThanOrEqual(6);
    }
  }
});

/** How many pictures can differ in framing, expression, turn or light. */
const LIT_POSES = FRAMINGS.length * EXPRESSIONS.length * 2 * LIGHTS.length;

test("no two of the first 24 faces of both accounts have the same pose, whatever the seed", async () => {
  const emails = new Map(
    (await owner.selectFrom("member").select(["id", "email"]).execute()).map((row) => [row.id, row.email]),
  );
  const pictures = new Map(makePeople().map(({ email, album }) => [email, album[0]]));
  const pictureOf = ({ id }: { id: string }) => pictures.get(emails.get(id) ?? "") ?? expect.fail("an unknown face");
  for (const [email, sideOfList] of [
    [BABY_EMAIL, ["daddy", "mommy"]],
    [DADDY_EMAIL, ["baby"]],
  ] as const) {
    const api = await signIn(email);
    const dealtFirst = makePeople().filter(
      ({ role, standing, isVerified, purchases, isWildcardCity, cityId }) =>
        sideOfList.some((side) => side === role) &&
        standing === "active" &&
        (isVerified || purchases.length > 0 || isWildcardCity || isNear(cityId)),
    );
    // A picture that gets its pose after all of these were used shares it with one other, and is tilted differently.
    const sharing = Math.max(0, dealtFirst.length - LIT_POSES);
    for (const seed of SEEDS) {
      const first = (await api.discovery.list({ query: { seed } })).body.profiles.map(pictureOf);
      expect(first).toHaveLength(24);
      const stances = first.map(({ pose, expression }) => `${pose.framing} ${expression} ${pose.isMirrored}`);
      expect(stances.filter((stance, at) => stances.indexOf(stance) !== at)).toEqual([]);
      expect(new Set(first.map(({ expression }) => expression)).size).toBe(6);
      expect(new Set(first.map(({ pose }) => pose.framing)).size).toBe(4);
      expect(new Set(first.map(({ light }) => light)).size).toBe(2);
      const filter = { cityId: SAO_PAULO, distanceKm: 100 };
      const near = (await api.discovery.list({ query: { seed, ...filter } })).body.profiles.map(pictureOf);
      const lit = near.map(
        ({ pose, expression, light }) => `${pose.framing} ${expression} ${pose.isMirrored} ${light}`,
      );
      expect(lit.filter((stance, at) => lit.indexOf(stance) !== at).length).toBeLessThanOrEqual(sharing);
    }
  }
});

const isNear = (cityId: number) => {
  const distance = distanceKm(getCity(SAO_PAULO), getCity(cityId));
  return distance !== null && distance <= 100;
};

test("a fair share of the members lives near the two accounts", async () => {
  const rows = await owner.selectFrom("profile").where("isDemo", "=", true).select("cityId").execute();
  const share = rows.filter(({ cityId }) => cityId !== null && isNear(cityId)).length / rows.length;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.6);
});

test("the first person in the bell of each account lives near, has not written, and is one heart away from a match", async () => {
  const [baby, daddy] = [await signIn(BABY_EMAIL), await signIn(DADDY_EMAIL)];
  const admirers: string[] = [];
  for (const api of [baby, daddy]) {
    const [latest] = (await api.notifications.list()).body.notifications;
    expect(latest?.types).toEqual(["favorite"]);
    const id = latest?.actor.id ?? "";
    const { cityId, isWildcardCity } = await owner
      .selectFrom("profile")
      .where("memberId", "=", id)
      .select(["cityId", "isWildcardCity"])
      .executeTakeFirstOrThrow();
    expect([isNear(cityId ?? 0), isWildcardCity]).toEqual([true, false]);
    const messages = await owner
      .selectFrom("message")
      .where((eb) => eb.or([eb("senderId", "=", id), eb("recipientId", "=", id)]))
      .select("id")
      .execute();
    expect(messages).toEqual([]);
    const { body } = await api.favorites.add({ params: { id } });
    expect(body).toMatchObject({ isFavorite: true, match: expect.anything() });
    admirers.push(id);
  }
  expect(new Set(admirers).size).toBe(2);
});

test("the waiting reports are about what profiles show, and a later start with other people adds none", async () => {
  const reports = await owner
    .selectFrom("report")
    .innerJoin("reportCase", "reportCase.id", "report.caseId")
    .where("reportCase.status", "=", "pending")
    .select(["report.reporterId", "reportCase.reportedId", "report.reason"])
    .execute();
  expect(reports).toHaveLength(3);
  const roles = new Map(
    (await owner.selectFrom("profile").select(["memberId", "role"]).execute()).map((row) => [row.memberId, row.role]),
  );
  for (const { reporterId, reportedId, reason } of reports) {
    expect(["inappropriate_photos", "fake_profile", "other"]).toContain(reason);
    expect(roles.get(reporterId ?? "")).toBe("baby");
    expect(["daddy", "mommy"]).toContain(roles.get(reportedId));
  }
  const others = [...roles.keys()].filter((id) => !reports.some(({ reportedId }) => reportedId === id));
  const people = { reporters: others.slice(0, 3), reported: others.slice(3, 6) };
  await addReports(owner, people, world.context.clock.now());
  const after = await owner.selectFrom("reportCase").where("status", "=", "pending").select("id").execute();
  expect(after).toHaveLength(3);
});
