import { fieldTexts } from "@caramelo/contract/call/errors";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { aboutTexts, mapAbout } from "@caramelo/contract/texts/about";
import { describe, expect, test } from "vitest";
import { changeProfile } from "../../base/members/profile-queries.ts";
import { grant, makePremium } from "../../testing/entitlements.ts";
import { makeMember, sampleAbout, signUpForm } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { recordPublishedEvents, SELF_CHANGED } from "../../testing/published-events.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const events = recordPublishedEvents(world);
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;
const YEAR_MS = 366 * 86_400_000;

const editable = { name: "Beatriz", age: 31, cityId: CAMPINAS, ...mapAbout(({ name }) => `Outro texto de ${name}.`) };

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const mine = async ({ browser }: Pick<Person, "browser">) => (await browser.api.profiles.mine()).body;
const change = ({ browser }: Person, changes: Partial<typeof editable> = {}) =>
  browser.api.profiles.change({ body: { ...editable, ...changes } });
const rowOf = ({ id }: { id: string }) =>
  world.owner.selectFrom("profile").where("memberId", "=", id).selectAll().executeTakeFirstOrThrow();
const send = ({ browser }: Person, body: unknown) =>
  browser.raw("/api/profile", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test.each([
  ["Ad\u200bmi\u00adn", fieldTexts.nameIsReserved],
  ["ana.com.br", fieldTexts.nameIsLink],
  ["Ana 11 98765-4321", fieldTexts.nameIsPhone],
  ["Anа", fieldTexts.nameIsMixed],
])("[T54] the name %j is refused at the sign-up and where the profile is edited", async (name, text) => {
  const own = await makeSignedIn(world);
  const edit = await change(own, { name });
  const signUp = await world.browser().api.accounts.signUp({ body: signUpForm({ name }), photos: [] });
  for (const { status, failure } of [edit, signUp]) {
    expect([status, failure.code, failure.details?.fields]).toEqual([400, "VALIDATION_ERROR", { name: text }]);
  }
  expect((await rowOf(own)).name).toBe("Ana");
});

describe("one's own profile", () => {
  test("[M2.47][M2.54] holds what its owner wrote, the year they joined and their photos with ids, in order", async () => {
    const baby = await makeSignedIn(world, {
      name: "Ana",
      createdAt: new Date("2025-01-01T02:30:00Z"),
      isVerified: true,
    });
    const [second = "", first = ""] = await makePhotos(world.owner, baby.id, [1, 0]);
    const profile = await mine(baby);
    expect(profile).toEqual({
      id: baby.id,
      name: "Ana",
      role: "baby",
      gender: "Feminino",
      isAgeFixed: false,
      age: expect.any(Number),
      city: { id: 3_550_308, label: "São Paulo, SP" },
      ...sampleAbout,
      memberSince: 2024,
      isVerified: true,
      isPremium: false,
      isHighlighted: false,
      isWildcardCity: false,
      balance: null,
      premiumUntil: null,
      highlightedUntil: null,
      photos: [expect.any(Object), expect.any(Object)],
      updatedAt: (await rowOf(baby)).updatedAt.toISOString(),
    });
    const linkOf = (fileName: string) => world.context.photoLinks.linkTo(fileName, "small", new Date());
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
    await grant(world.db, person, role === "baby" ? {} : { tokens: 7, conversations: 3 });
    if (isPremium) await makePremium(world.db, person);
    expect(await mine(person)).toMatchObject({ balance, isPremium });
  });

  test("[M2.51] is highlighted and premium while that runs, and not longer", async () => {
    const own = await openWorld();
    const { id } = await makeMember(own.owner, { role: "daddy" });
    const person = { id, browser: await openBrowserOf(own, id, true) };
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    const readFlags = async () => {
      const { isPremium, isHighlighted, balance, premiumUntil, highlightedUntil } = await mine(person);
      return [isPremium, isHighlighted, balance !== null, premiumUntil, highlightedUntil];
    };
    const [premiumUntil, highlightedUntil] = [hours(1).toISOString(), hours(2).toISOString()];
    await grant(own.db, { id }, { premiumUntil: new Date(premiumUntil), highlightedUntil: new Date(highlightedUntil) });
    expect(await readFlags()).toEqual([true, true, false, premiumUntil, highlightedUntil]);
    own.pass(1.5 * 3_600_000);
    expect(await readFlags()).toEqual([false, true, true, null, highlightedUntil]);
    own.pass(3_600_000);
    expect(await readFlags()).toEqual([false, false, true, null, null]);
  });

  test("of the staff is empty and cannot be changed", async () => {
    const admin = await makeSignedIn(world, { role: "admin", name: "Equipe" });
    const empty = { gender: null, age: null, city: null, ...mapAbout(() => null), balance: null, photos: [] };
    expect(await mine(admin)).toMatchObject({ role: "admin", name: "Equipe", ...empty });
    const before = await rowOf(admin);
    const refusal = await change(admin);
    expect([refusal.status, refusal.failure.code]).toEqual([403, "PERMISSION_DENIED"]);
    expect(await rowOf(admin)).toEqual(before);
  });
});

describe("a change of one's profile", () => {
  test("[M2.49][M5.25] is stored, answered, seen by others, and published to one's other tabs", async () => {
    const [baby, daddy] = [await makeSignedIn(world), await makeSignedIn(world, { role: "daddy" })];
    const otherMember = await makeMember(world.owner);
    const before = await rowOf(otherMember);
    const reply = await change(baby, { name: "  Beatriz ", bio: ` ${editable.bio}\n` });
    const { cityId: _, ...shownFields } = editable;
    expect([reply.status, reply.body]).toEqual([200, await mine(baby)]);
    expect(reply.body).toMatchObject({ ...shownFields, city: { id: CAMPINAS, label: "Campinas, SP" } });
    const seenProfile = (await daddy.browser.api.profiles.read({ params: { id: baby.id } })).body;
    expect(seenProfile).toMatchObject({ ...shownFields, city: "Campinas, SP" });
    expect((await baby.browser.api.accounts.session()).body.user?.name).toBe("Beatriz");
    expect(events.publishedTo(baby)).toEqual([SELF_CHANGED]);
    expect(await rowOf(otherMember)).toEqual(before);
  });

  test.each([
    ["name", "", fieldTexts.nameRequired],
    ["name", "x".repeat(61), fieldTexts.nameTooLong],
    ["age", 17, fieldTexts.ageTooYoung],
    ["age", 100, fieldTexts.ageTooOld],
    ["age", null, fieldTexts.ageRequired],
    ...aboutTexts.flatMap(({ name, member: { required } }): [string, string, string][] => [
      [name, " \n ", required],
      [name, "", required],
      [name, "x".repeat(2_001), fieldTexts.aboutTooLong],
    ]),
    ["cityId", 1, fieldTexts.locationRequired],
    ["cityId", null, fieldTexts.locationRequired],
  ])("[M5.25][M6.01] with the %s %j is refused at this field, and nothing changes", async (field, value, text) => {
    const baby = await makeSignedIn(world);
    const before = await rowOf(baby);
    const reply = await send(baby, { ...editable, [field]: value });
    expect(reply.status).toBe(400);
    expect((await readFailure(reply)).details?.fields).toEqual({ [field]: text });
    expect(await rowOf(baby)).toEqual(before);
  });

  test("[D2.35] to the age that is shown keeps the day on which it was stated, so that it goes on growing", async () => {
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

  test("[D2.35] by a member who has grown to a hundred leaves their age as it is", async () => {
    const own = await openWorld();
    const { id } = await makeMember(own.owner, { age: 99 });
    own.pass(2 * YEAR_MS);
    const baby = { id, browser: await openBrowserOf(own, id, true) };
    const { age } = await mine(baby);
    expect(age).toBeGreaterThan(99);
    expect((await change(baby, { age: 99 })).body.age).toBe(age);
  });

  describe("[D2.69] by a form that was opened before another change of the profile", () => {
    const save = (person: Person, updatedAt: string, changes: Partial<typeof editable> = {}) =>
      person.browser.api.profiles.change({ body: { ...editable, ...changes, updatedAt } });

    test("is refused after a correction by the staff, which stays", async () => {
      const baby = await makeSignedIn(world);
      const openedProfile = await mine(baby);
      const corrected = { bio: "Corrigido pela equipe." };
      await changeProfile(world.db, baby.id, corrected, new Date(Date.parse(openedProfile.updatedAt) + 1_000));
      const reply = await save(baby, openedProfile.updatedAt);
      expect([reply.status, reply.failure.code]).toEqual([409, "USER_CHANGED"]);
      expect(reply.failure.userMessage).toBe(
        "Este perfil foi alterado enquanto você editava. Recarregue para ver como está agora.",
      );
      expect(await mine(baby)).toMatchObject({ ...corrected, name: openedProfile.name });
      expect((await save(baby, (await mine(baby)).updatedAt)).status).toBe(200);
    });

    test("is refused in the second of two tabs, even when both are sent at once", async () => {
      const baby = await makeSignedIn(world);
      const { updatedAt } = await mine(baby);
      const replies = await Promise.all([
        save(baby, updatedAt, { name: "Bia" }),
        save(baby, updatedAt, { name: "Beatriz" }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const storedReply = replies.find(({ status }) => status === 200);
      expect((await mine(baby)).name).toBe(storedReply?.body.name);
    });

    test("is accepted when it is sent again because its answer was lost, and without a version, as by older pages", async () => {
      const baby = await makeSignedIn(world);
      const { updatedAt } = await mine(baby);
      const first = await save(baby, updatedAt);
      const second = await save(baby, updatedAt);
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
      expect((await change(baby, { name: "Bia" })).status).toBe(200);
    });
  });

  test("[T06][T15] can name no other member and no column that its owner may not change", async () => {
    const [baby, otherMember] = [await makeSignedIn(world), await makeMember(world.owner)];
    const before = [await rowOf(baby), await rowOf(otherMember)];
    const later = new Date(Date.now() + 1e9).toISOString();
    const hostile = {
      memberId: otherMember.id,
      foldedName: "x",
      id: otherMember.id,
      userId: otherMember.id,
      role: "admin",
      gender: "Masculino",
      isAdmin: true,
      isVerified: true,
      isPremium: true,
      isHighlighted: true,
      isActive: true,
      isManaged: true,
      erasesAt: null,
      consentWithdrawnAt: null,
      isDemo: true,
      isWildcardCity: true,
      tier: 0,
      tierUntil: later,
      shuffleKey: 0,
      statedAge: 99,
      ageStatedOn: "2000-01-01",
      estimatedBirthOn: "1990-01-01",
      suspendedAt: null,
      deactivatedAt: null,
      awaitsConfirmation: false,
      createdAt: later,
      tokens: 100,
      conversations: 10,
      premiumUntil: later,
      email: "x@x.y",
      ageGate: null,
      birthOn: "1990-01-01",
      isOpen: true,
      staffRole: "owner",
      bannedAt: null,
      hiddenAt: null,
      frozenAt: null,
      suspendedUntil: null,
      balance: { tokens: 100, conversations: 10 },
      photos: [],
      __proto__: null,
    };
    const columns = Object.keys(await rowOf(baby));
    // The server compares the `updatedAt` of a form and never stores it.
    const own = [...Object.keys(editable), "updatedAt"];
    for (const column of columns.filter((name) => !own.includes(name))) expect(Object.keys(hostile)).toContain(column);
    const entries = [...Object.entries(hostile), ["is_verified", true], ["is_admin", true], ["constructor", {}]];
    for (const [key, value] of entries) {
      const reply = await send(baby, { ...editable, [String(key)]: value });
      expect([key, reply.status]).toEqual([key, 400]);
      expect((await readFailure(reply)).code).toBe("VALIDATION_ERROR");
    }
    expect(await Promise.all([rowOf(baby), rowOf(otherMember)])).toEqual(before);

    await change(baby);
    const { statedAge, ageStatedOn, estimatedBirthOn, foldedName, updatedAt, ...row } = await rowOf(baby);
    const keptColumns = Object.entries(row).filter(([name]) => !own.includes(name));
    expect(before[0]).toMatchObject(Object.fromEntries(keptColumns));
  });
});

describe("a wildcard city", () => {
  test("[D3.27] can be left by its owner, who always sees the real one; others see the real one from then on", async () => {
    const baby = await makeSignedIn(world, { cityId: RECIFE, isWildcardCity: true });
    const daddy = await makeSignedIn(world, { role: "daddy", cityId: CAMPINAS });
    const readCity = async () => {
      const { city, isWildcardCity } = (await daddy.browser.api.profiles.read({ params: { id: baby.id } })).body;
      return [city, isWildcardCity];
    };
    expect(await mine(baby)).toMatchObject({ isWildcardCity: true, city: { id: RECIFE, label: "Recife, PE" } });
    expect(await readCity()).toEqual(["Campinas, SP", true]);
    for (let time = 0; time < 2; time++) {
      const reply = await baby.browser.api.profiles.leaveWildcardCity();
      expect([reply.status, reply.body]).toEqual([200, await mine(baby)]);
      expect(reply.body).toMatchObject({ isWildcardCity: false, city: { label: "Recife, PE" } });
    }
    expect(await readCity()).toEqual(["Recife, PE", false]);
    expect(events.publishedTo(baby)).toEqual([SELF_CHANGED, SELF_CHANGED]);
  });
});
