import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { describe, expect, test } from "vitest";
import { uuidv7 } from "../../platform/ids.ts";
import { grant } from "../../testing/entitlements.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makeMember, sampleAbout } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const read = ({ browser }: Pick<Person, "browser">, { id }: { id: string }) =>
  browser.api.profiles.read({ params: { id } });

/** The answer without the fields that differ between requests. */
async function outcomeOf(viewer: Person, member: { id: string }) {
  const { status, failure } = await read(viewer, member);
  const { requestId: _, ...body } = failure;
  return JSON.stringify([status, body]);
}

describe("opening a profile", () => {
  test.each([
    ["baby", "daddy", 200],
    ["baby", "mommy", 200],
    ["daddy", "baby", 200],
    ["mommy", "baby", 200],
    ["baby", "baby", 404],
    ["daddy", "daddy", 404],
    ["daddy", "mommy", 404],
    ["mommy", "daddy", 404],
    ["baby", "admin", 404],
    ["admin", "baby", 200],
    ["admin", "daddy", 200],
    ["admin", "mommy", 200],
    ["admin", "admin", 404],
  ] as const)("[D1.05][K6.03] as a %s, of a %s, answers %i", async (role, otherRole, status) => {
    const [viewer, otherMember] = [
      await makeSignedIn(world, { role }),
      await makeMember(world.owner, { role: otherRole }),
    ];
    const reply = await read(viewer, otherMember);
    expect(reply.status).toBe(status);
    if (status === 404) return;
    expect(reply.body.isOppositeSide).toBe(role !== "admin");
    expect(reply.body.staff).toEqual(role === "admin" ? { status: "active" } : null);
  });

  test.each(["daddy", "mommy"] as const)(
    "[D4.25] says that a %s must buy before writing, until they have",
    async (role) => {
      const [payer, baby] = [await makeSignedIn(world, { role }), await makeSignedIn(world)];
      const managed = await makeMember(world.owner, { isManaged: true });
      const needsUpgrade = async (viewer: Person, member: { id: string }) =>
        (await read(viewer, member)).body.needsUpgrade;
      expect([await needsUpgrade(payer, baby), await needsUpgrade(baby, payer)]).toEqual([true, false]);
      expect(await needsUpgrade(payer, managed)).toBe(false);
      await grant(world.db, payer, { tokens: 1, conversations: 1 });
      expect(await needsUpgrade(payer, baby)).toBe(false);
    },
  );

  test("[D1.05] of one's own side needs a conversation, and then offers neither message nor favourite", async () => {
    const [firstMember, otherMember, third] = [
      await makeSignedIn(world),
      await makeSignedIn(world),
      await makeSignedIn(world),
    ];
    await makeConversation(world.owner, firstMember.id, otherMember.id);
    expect((await read(firstMember, otherMember)).body).toMatchObject({
      id: otherMember.id,
      isOppositeSide: false,
      staff: null,
    });
    expect((await read(otherMember, firstMember)).status).toBe(200);
    expect((await read(third, firstMember)).status).toBe(404);
  });

  test("[T23][T30][D1.05] that is missing, hidden, inactive, of one's own side or of the staff gets one answer, with a conversation or without", async () => {
    const baby = await makeSignedIn(world);
    const hiddenMember = await makeSignedIn(world, { role: "daddy" });
    const goneMember = await makeMember(world.owner, { role: "daddy", deactivatedAt: new Date() });
    const suspended = await makeMember(world.owner, { role: "mommy", suspendedAt: new Date() });
    await hidePair(world.owner, baby.id, hiddenMember.id);
    for (const { id } of [hiddenMember, goneMember, suspended]) await makeConversation(world.owner, baby.id, id);
    const others = [
      { id: uuidv7(new Date()) },
      hiddenMember,
      goneMember,
      suspended,
      await makeMember(world.owner),
      await makeMember(world.owner, { role: "admin" }),
    ];
    const answers = [];
    for (const stranger of others) answers.push(await outcomeOf(baby, stranger));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('[404,{"code":"NOT_FOUND"');
    expect(await outcomeOf(hiddenMember, baby)).toBe(answers[0]);
  });

  test("[D1.10] is allowed to the staff also when it is inactive, suspended or hidden, and shows its state", async () => {
    const admin = await makeSignedIn(world, { role: "admin" });
    const [now, facts] = [new Date(), { role: "daddy" as const }];
    const statusOf = async (member: { id: string }) => (await read(admin, member)).body.staff?.status;
    expect(await statusOf(await makeMember(world.owner, facts))).toBe("active");
    expect(await statusOf(await makeMember(world.owner, { ...facts, deactivatedAt: now }))).toBe("deactivated");
    expect(await statusOf(await makeMember(world.owner, { ...facts, suspendedAt: now }))).toBe("suspended");
    const both = await makeMember(world.owner, { ...facts, deactivatedAt: now, suspendedAt: now });
    expect(await statusOf(both)).toBe("suspended");
    const hiddenMember = await makeMember(world.owner, facts);
    await hidePair(world.owner, admin.id, hiddenMember.id);
    expect(await statusOf(hiddenMember)).toBe("active");
    expect((await read(admin, { id: uuidv7(now) })).status).toBe(404);
    expect((await read(admin, admin)).status).toBe(404);
  });

  test("of one's own shows it as others see it", async () => {
    const baby = await makeSignedIn(world, { isWildcardCity: true, cityId: RECIFE });
    expect((await read(baby, baby)).body).toMatchObject({
      id: baby.id,
      city: "Recife, PE",
      isWildcardCity: true,
      distanceKm: null,
      isFavorite: false,
      isOppositeSide: false,
      staff: null,
    });
  });

  test("needs a session", async () => {
    const { id } = await makeMember(world.owner);
    expect((await read({ browser: world.browser() }, { id })).failure.code).toBe("AUTH_NO_SESSION");
  });
});

describe("a profile", () => {
  test("[T16][T60][D3.16] has exactly these keys, so no e-mail, tokens or times", async () => {
    const [baby, daddy] = [await makeSignedIn(world), await makeMember(world.owner, { role: "daddy", name: "Bruno" })];
    const [second = "", first = ""] = await makePhotos(world.owner, daddy.id, [1, 0]);
    const lastActiveAt = new Date(Date.now() - 10_000);
    await world.db.insertInto("presence").values({ memberId: daddy.id, lastActiveAt }).execute();
    await baby.browser.api.favorites.add({ params: { id: daddy.id } });
    const linksTo = (fileName: string) => {
      const [small, medium, large] = (["small", "medium", "large"] as const).map((size) =>
        world.context.photoLinks.linkTo(fileName, size, new Date()),
      );
      return { small, medium, large, width: 1440, height: 1920, thumbhash: "x" };
    };
    const { body } = await read(baby, daddy);
    expect(body).toEqual({
      id: daddy.id,
      name: "Bruno",
      age: 30,
      role: "daddy",
      city: "São Paulo, SP",
      isWildcardCity: false,
      isVerified: false,
      isPremium: false,
      isPromoted: false,
      isManaged: false,
      isDemo: false,
      presence: "online",
      isFavorite: true,
      ...sampleAbout,
      memberSince: Number(dayInBrazil(new Date()).slice(0, 4)),
      photos: [linksTo(first), linksTo(second)],
      distanceKm: 0,
      isOppositeSide: true,
      needsUpgrade: false,
      staff: null,
    });
    const text = JSON.stringify(body);
    for (const secret of [daddy.email, lastActiveAt.toISOString().slice(0, 13), "exemplo.invalid", "tokens"])
      expect(text).not.toContain(secret);
  });

  test("shows the year in which the member joined by the calendar of São Paulo", async () => {
    const createdAt = new Date("2025-01-01T02:30:00Z");
    const daddy = await makeMember(world.owner, { role: "daddy", createdAt });
    expect((await read(await makeSignedIn(world), daddy)).body.memberSince).toBe(2024);
  });

  test("[T60][K9.03] shows the distance from city to city in whole kilometres, the same for everybody of a city", async () => {
    const babies = [
      await makeSignedIn(world, { cityId: CAMPINAS }),
      await makeSignedIn(world, { cityId: CAMPINAS, age: 50 }),
    ];
    const daddies = [
      await makeMember(world.owner, { role: "daddy" }),
      await makeMember(world.owner, { role: "daddy", age: 60 }),
    ];
    const distances = new Set<number | null>();
    for (const baby of babies) for (const daddy of daddies) distances.add((await read(baby, daddy)).body.distanceKm);
    const [distance = 0] = distances;
    expect(distances.size).toBe(1);
    expect(Number.isInteger(distance)).toBe(true);
    expect(distance).toBeGreaterThan(70);
    expect(distance).toBeLessThan(100);
    const near = await makeSignedIn(world, { role: "mommy", cityId: CAMPINAS });
    expect((await read(near, babies[0] ?? near)).body.distanceKm).toBe(0);
  });

  test("[T43][D3.25][D3.26][D3.27] shows a wildcard city as the viewer's, marked and without a distance, and the real one to the staff", async () => {
    const daddy = await makeMember(world.owner, { role: "daddy", cityId: RECIFE, isWildcardCity: true });
    const seenBy = async (viewer: Person) => {
      const { city, isWildcardCity, distanceKm } = (await read(viewer, daddy)).body;
      return { city, isWildcardCity, distanceKm };
    };
    const [member, team] = [
      await makeSignedIn(world, { cityId: CAMPINAS }),
      await makeSignedIn(world, { role: "admin" }),
    ];
    expect(await seenBy(member)).toEqual({ city: "Campinas, SP", isWildcardCity: true, distanceKm: null });
    expect(await seenBy(team)).toEqual({ city: "Recife, PE", isWildcardCity: false, distanceKm: null });
  });

  test("[T50][D3.01] shows a paid place and premium while they run, and that it is managed", async () => {
    const baby = await makeSignedIn(world);
    const daddy = await makeMember(world.owner, { role: "daddy", isManaged: true });
    const readFlags = async () => {
      const { isPremium, isPromoted, isManaged } = (await read(baby, daddy)).body;
      return { isPremium, isPromoted, isManaged };
    };
    const later = new Date(Date.now() + 3_600_000);
    expect(await readFlags()).toEqual({ isPremium: false, isPromoted: false, isManaged: true });
    await grant(world.db, daddy, { highlightedUntil: later });
    expect(await readFlags()).toEqual({ isPremium: false, isPromoted: true, isManaged: true });
    await grant(world.db, daddy, { highlightedUntil: new Date(), premiumUntil: later });
    expect(await readFlags()).toEqual({ isPremium: true, isPromoted: true, isManaged: true });
  });
});

test("[T16][D2.45] a member who opens profile after profile reaches the limit after 300 in ten minutes", async () => {
  const [scraper, daddy] = [await makeSignedIn(world), await makeMember(world.owner, { role: "daddy" })];
  const replies = await Promise.all(Array.from({ length: 300 }, () => read(scraper, daddy)));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  const refusal = await read(scraper, daddy);
  expect([refusal.status, refusal.failure.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  expect((await scraper.browser.api.discovery.list({ query: { seed: 1 } })).status).toBe(429);
  expect((await read(await makeSignedIn(world), daddy)).status).toBe(200);
});
