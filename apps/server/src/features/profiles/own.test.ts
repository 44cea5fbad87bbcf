import { fieldTexts } from "@caramelo/contract/errors";
import { describe, expect, test } from "vitest";
import { dayInBrazil } from "../../platform/calendar-rules.ts";
import { grant, makePremium } from "../../testing/entitlements.ts";
import { listenToNews, SELF_CHANGED } from "../../testing/news.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const news = listenToNews(world);
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;
const YEAR_MS = 366 * 86_400_000;

const told = {
  name: "Beatriz",
  age: 31,
  cityId: CAMPINAS,
  bio: "Outra coisa sobre mim.",
  lookingFor: "Outra coisa que busco.",
};

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const mine = async ({ browser }: Pick<Person, "browser">) => (await browser.api.profiles.mine()).body;
const change = ({ browser }: Person, changes: Partial<typeof told> = {}) =>
  browser.api.profiles.change({ body: { ...told, ...changes } });
const rowOf = ({ id }: { id: string }) =>
  world.owner.selectFrom("profile").where("memberId", "=", id).selectAll().executeTakeFirstOrThrow();
const send = ({ browser }: Person, body: unknown) =>
  browser.raw("/api/profile", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("one's own profile", () => {
  test("[M2.47][M2.54] holds what its owner told, the year they joined and their photos with ids, in order", async () => {
    const baby = await makeSignedIn(world, {
      name: "Ana",
      createdAt: new Date("2025-01-01T02:30:00Z"),
      isVerified: true,
    });
    const [second = "", first = ""] = await makePhotos(world.owner, baby.id, [1, 0]);
    const profile = await mine(baby);
    expect(profile).toEqual({
      ...{ id: baby.id, name: "Ana", role: "baby", gender: "Feminino", isAgeFixed: false },
      age: expect.any(Number),
      city: { id: 3_550_308, label: "São Paulo, SP" },
      ...{ bio: "Sobre mim.", lookingFor: "O que busco.", memberSince: 2024 },
      ...{ isVerified: true, isPremium: false, isHighlighted: false, isWildcardCity: false, balance: null },
      photos: [expect.any(Object), expect.any(Object)],
    });
    const linkOf = (fileName: string) => world.context.photoLinks.linkTo(fileName, 320, new Date());
    expect(profile.photos.map((photo) => photo.small)).toEqual([linkOf(first), linkOf(second)]);
    expect(new Set(profile.photos.map((photo) => photo.id)).size).toBe(2);
  });

  test.each([
    ["baby", false, null],
    ["daddy", false, { tokens: 7, conversations: 3 }],
    ["mommy", false, { tokens: 7, conversations: 3 }],
    ["daddy", true, null],
    ["mommy", true, null],
  ] as const)("[M2.48][M6.03] of a %s (premium: %s) has the balance %o", async (role, isPremium, balance) => {
    const person = await makeSignedIn(world, { role });
    await grant(world.db, person.id, role === "baby" ? {} : { tokens: 7, conversations: 3 });
    if (isPremium) await makePremium(world.db, person.id);
    expect(await mine(person)).toMatchObject({ balance, isPremium });
  });

  test("[M2.51] is highlighted and premium while that runs, and not a moment longer", async () => {
    const own = await openWorld();
    const { id } = await makeMember(own.owner, { role: "daddy" });
    const person = { id, browser: await openBrowserOf(own, id, true) };
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await grant(own.db, id, { premiumUntil: hours(1), highlightedUntil: hours(2) });
    const marks = async () => {
      const { isPremium, isHighlighted, balance } = await mine(person);
      return [isPremium, isHighlighted, balance !== null];
    };
    expect(await marks()).toEqual([true, true, false]);
    own.pass(1.5 * 3_600_000);
    expect(await marks()).toEqual([false, true, true]);
    own.pass(3_600_000);
    expect(await marks()).toEqual([false, false, true]);
  });

  test("of the team is empty, and cannot be changed", async () => {
    const admin = await makeSignedIn(world, { role: "admin", name: "Equipe" });
    const empty = { gender: null, age: null, city: null, bio: null, lookingFor: null, balance: null, photos: [] };
    expect(await mine(admin)).toMatchObject({ role: "admin", name: "Equipe", ...empty });
    const before = await rowOf(admin);
    const refused = await change(admin);
    expect([refused.status, refused.failure.code]).toEqual([403, "PERMISSION_DENIED"]);
    expect(await rowOf(admin)).toEqual(before);
  });
});

describe("a change of one's profile", () => {
  test("[M2.49][M5.25] is kept, answered, seen by others, and told to one's other tabs", async () => {
    const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const other = await makeMember(world.owner);
    const before = await rowOf(other);
    const reply = await change(baby, { name: "  Beatriz ", bio: ` ${told.bio}\n` });
    const { cityId: _, ...shown } = told;
    expect([reply.status, reply.body]).toEqual([200, await mine(baby)]);
    expect(reply.body).toMatchObject({ ...shown, city: { id: CAMPINAS, label: "Campinas, SP" } });
    const seen = (await daddy.browser.api.profiles.read({ params: { id: baby.id } })).body;
    expect(seen).toMatchObject({ ...shown, city: "Campinas, SP" });
    expect((await baby.browser.api.accounts.session()).body.user?.name).toBe("Beatriz");
    expect(news.toldTo(baby)).toContainEqual(SELF_CHANGED);
    expect(await rowOf(other)).toEqual(before);
  });

  test.each([
    ["name", "", fieldTexts.nameRequired],
    ["name", "x".repeat(61), fieldTexts.nameTooLong],
    ["age", 17, fieldTexts.ageTooYoung],
    ["age", 100, fieldTexts.ageTooOld],
    ["age", null, fieldTexts.ageRequired],
    ["bio", " \n ", fieldTexts.bioRequired],
    ["lookingFor", "", fieldTexts.lookingForRequired],
    ["bio", "x".repeat(2_001), fieldTexts.aboutTooLong],
    ["cityId", 1, fieldTexts.locationRequired],
    ["cityId", null, fieldTexts.locationRequired],
  ])("[M5.25][M6.01] with the %s %j is refused there, and nothing changes", async (field, value, text) => {
    const baby = await makeSignedIn(world);
    const before = await rowOf(baby);
    const reply = await send(baby, { ...told, [field]: value });
    expect(reply.status).toBe(400);
    expect((await readFailure(reply)).details?.fields).toEqual({ [field]: text });
    expect(await rowOf(baby)).toEqual(before);
  });

  test("[D2.35] to the age that is shown leaves the day on which it was stated, so that it goes on growing", async () => {
    const own = await openWorld();
    const { id } = await makeMember(own.owner, { age: 30 });
    const baby = { id, browser: await openBrowserOf(own, id, true) };
    const stated = async () => {
      const query = own.owner.selectFrom("profile").where("memberId", "=", id);
      const row = await query.select(["statedAge", "ageStatedOn"]).executeTakeFirstOrThrow();
      return [row.statedAge, row.ageStatedOn];
    };
    const first = dayInBrazil(own.context.clock.now());
    expect((await change(baby, { age: 30 })).body.age).toBe(30);
    expect(await stated()).toEqual([30, first]);
    own.pass(YEAR_MS);
    const later = { id, browser: await openBrowserOf(own, id, true) };
    expect((await mine(later)).age).toBe(31);
    expect((await change(later, { age: 31 })).body.age).toBe(31);
    expect(await stated()).toEqual([30, first]);
    expect((await change(later, { age: 30 })).body.age).toBe(30);
    expect(await stated()).toEqual([30, dayInBrazil(own.context.clock.now())]);
  });

  test("[D2.35] of somebody who has grown to a hundred leaves their age as it is", async () => {
    const own = await openWorld();
    const { id } = await makeMember(own.owner, { age: 99 });
    own.pass(2 * YEAR_MS);
    const baby = { id, browser: await openBrowserOf(own, id, true) };
    const { age } = await mine(baby);
    expect(age).toBeGreaterThan(99);
    expect((await change(baby, { age: 99 })).body.age).toBe(age);
  });

  test("[T06][T15] names nobody else, and none of the columns that are not the owner's to change", async () => {
    const [baby, other] = [await makeSignedIn(world), await makeMember(world.owner)];
    const before = [await rowOf(baby), await rowOf(other)];
    const later = new Date(Date.now() + 1e9).toISOString();
    const hostile = {
      ...{ memberId: other.id, id: other.id, userId: other.id, role: "admin", gender: "Masculino", isAdmin: true },
      ...{ isVerified: true, isPremium: true, isHighlighted: true, isActive: true, isManaged: true, isDemo: true },
      ...{ isWildcardCity: true, tier: 0, tierUntil: later, shuffleKey: 0, statedAge: 99, ageStatedOn: "2000-01-01" },
      ...{ reckonedBirthOn: "1990-01-01", suspendedAt: null, deactivatedAt: null, awaitsConfirmation: false },
      ...{ createdAt: later, updatedAt: later, tokens: 100, conversations: 10, premiumUntil: later, email: "x@x.y" },
      ...{ balance: { tokens: 100, conversations: 10 }, photos: [], __proto__: null },
    };
    const columns = Object.keys(await rowOf(baby));
    const own = Object.keys(told);
    for (const column of columns.filter((name) => !own.includes(name))) expect(Object.keys(hostile)).toContain(column);
    const entries = [...Object.entries(hostile), ["is_verified", true], ["is_admin", true], ["constructor", {}]];
    for (const [key, value] of entries) {
      const reply = await send(baby, { ...told, [String(key)]: value });
      expect([key, reply.status]).toEqual([key, 400]);
      expect((await readFailure(reply)).code).toBe("VALIDATION_ERROR");
    }
    expect(await Promise.all([rowOf(baby), rowOf(other)])).toEqual(before);

    await change(baby);
    const { name, statedAge, ageStatedOn, reckonedBirthOn, cityId, bio, lookingFor, updatedAt, ...kept } =
      await rowOf(baby);
    expect(before[0]).toMatchObject(kept);
  });
});

describe("a wildcard city", () => {
  test("[D3.27] is left by its owner, who sees the real one all along; others see that from then on", async () => {
    const baby = await makeSignedIn(world, { cityId: RECIFE, isWildcardCity: true });
    const daddy = await makeSignedIn(world, { role: "daddy", cityId: CAMPINAS });
    const seen = async () => {
      const { city, isWildcardCity } = (await daddy.browser.api.profiles.read({ params: { id: baby.id } })).body;
      return [city, isWildcardCity];
    };
    expect(await mine(baby)).toMatchObject({ isWildcardCity: true, city: { id: RECIFE, label: "Recife, PE" } });
    expect(await seen()).toEqual(["Campinas, SP", true]);
    for (let time = 0; time < 2; time++) {
      const reply = await baby.browser.api.profiles.leaveWildcardCity();
      expect([reply.status, reply.body]).toEqual([200, await mine(baby)]);
      expect(reply.body).toMatchObject({ isWildcardCity: false, city: { label: "Recife, PE" } });
    }
    expect(await seen()).toEqual(["Recife, PE", false]);
    expect(news.toldTo(baby)).toContainEqual(SELF_CHANGED);
  });
});
