import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable, Updateable } from "kysely";
import { describe, expect, test } from "vitest";
import { makeConversation } from "../../testing/pairs.ts";
import { makeMember, newEmail, sampleAbout } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { uuidv7 } from "../ids.ts";
import type { Member, MoneyReturn, ProductOrder, Profile, Session } from "./types.generated.ts";

// The tests write with the rights of the database's owner, whom only the constraints stop.
const world = await openWorld();
const now = new Date();
const times = { createdAt: now, updatedAt: now };

const UNIQUE = "23505";
const FOREIGN_KEY = "23503";
const CHECK = "23514";
const NOT_NULL = "23502";
const PRIVILEGE = "42501";
const GENERATED = "428C9";

const baby = {
  role: "baby" as const,
  gender: "Feminino" as const,
  name: "Ana",
  statedAge: 24,
  ageStatedOn: "2026-01-01",
  cityId: 3_550_308,
  ...sampleAbout,
};

async function addMember(changes: Partial<Insertable<Member>> = {}): Promise<string> {
  const id = uuidv7(now);
  await world.owner
    .insertInto("member")
    .values({ id, email: newEmail(), passwordHash: "x", ...times, ...changes })
    .execute();
  return id;
}

async function addProfile(changes: Record<string, unknown>): Promise<void> {
  // The cast lets the tests write values that the types forbid.
  const profile = { memberId: await addMember(), ...baby, ...times, ...changes } as Insertable<Profile>;
  await world.owner.insertInto("profile").values(profile).execute();
}

async function addSession(changes: Partial<Insertable<Session>>): Promise<void> {
  await world.owner
    .insertInto("session")
    .values({
      id: randomUUID(),
      tokenHash: randomBytes(32),
      memberId: await addMember(),
      isRemembered: false,
      userAgent: "",
      createdAt: now,
      lastSeenAt: now,
      provedAt: now,
      expiresAt: now,
      ...changes,
    })
    .execute();
}

describe("a member", () => {
  test("has a unique address, in lower case and of at most 254 characters", async () => {
    const email = newEmail();
    await addMember({ email });
    await expect(addMember({ email })).rejects.toMatchObject({ code: UNIQUE, constraint: "member_email_key" });
    await expect(addMember({ email: email.toUpperCase() })).rejects.toMatchObject({ code: CHECK });
    await expect(addMember({ email: `${"a".repeat(250)}@b.cd` })).rejects.toMatchObject({ code: CHECK });
  });

  test.each([true, false, null])(
    "whose address the last release changes has an unproven one (%s)",
    async (isProven) => {
      const id = await addMember({ isEmailProven: isProven });
      const change = (changes: Updateable<Member>) =>
        world.owner
          .updateTable("member")
          .set(changes)
          .where("id", "=", id)
          .returning("isEmailProven")
          .executeTakeFirst();
      const email = newEmail();
      expect(await change({ passwordHash: "y" })).toEqual({ isEmailProven: isProven });
      expect(await change({ email })).toEqual({ isEmailProven: false });
      expect(await change({ isEmailProven: true })).toEqual({ isEmailProven: true });
      expect(await change({ email })).toEqual({ isEmailProven: true });
    },
  );

  test("gets an address that a hundred simultaneous inserts want exactly once", async () => {
    const email = newEmail();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => addMember({ email })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a profile", () => {
  test.each([
    ["a baby", {}],
    ["a mommy", { role: "mommy" }],
    ["a daddy", { role: "daddy", gender: "Masculino" }],
    ["18 years old", { statedAge: 18 }],
    ["99 years old", { statedAge: 99 }],
    ["with the longest texts", { name: "😀".repeat(60), bio: "é".repeat(2_000), lookingFor: "x".repeat(2_000) }],
  ])("may be %s", async (_, changes) => {
    await expect(addProfile(changes)).resolves.toBeUndefined();
  });

  test.each([
    ["a role of its own", { role: "user" }, CHECK],
    ["no role", { role: null }, NOT_NULL],
  ])("[M1.01] may not have %s", async (_, changes, code) => {
    await expect(addProfile(changes)).rejects.toMatchObject({ code });
  });

  test.each([
    ["[M3.01] a third gender", { gender: "Outro" }, CHECK],
    ["[D1.03] a woman as daddy", { role: "daddy" }, CHECK],
    ["[D1.03] a man as baby", { gender: "Masculino" }, CHECK],
    ["[D1.03] a man as mommy", { gender: "Masculino", role: "mommy" }, CHECK],
    ["[D2.07] the admin flag without the admin role", { isAdmin: true }, CHECK],
    ["[D2.07] the admin role without the admin flag", { role: "admin" }, CHECK],
    ["[D2.07] staff without a role in the staff", { role: "admin", isAdmin: true }, CHECK],
    ["[D2.07] a role in the staff without being staff", { staffRole: "owner" }, CHECK],
    ["[D1.11] a third role in the staff", { role: "admin", isAdmin: true, staffRole: "chief" }, CHECK],
    ["[M9.01] an age of 17 years", { statedAge: 17 }, CHECK],
    ["[M9.01] an age of 100 years", { statedAge: 100 }, CHECK],
    ["[D2.31] no name", { name: "" }, CHECK],
    ["[D2.31] a name of more than any 60 characters take", { name: "a".repeat(341) }, CHECK],
    ["[D2.32] an empty bio", { bio: "" }, CHECK],
    ["[D2.32] a bio of more than any 2,000 characters take", { bio: "a".repeat(8_101) }, CHECK],
    [
      "[D2.32] a text about what is sought of more than any 2,000 characters take",
      { lookingFor: "a".repeat(8_101) },
      CHECK,
    ],
    ["[D3.06] a city that does not exist", { cityId: 1 }, FOREIGN_KEY],
    ["no bio", { bio: null }, CHECK],
    ["no text about what is sought", { lookingFor: null }, CHECK],
    ["no age", { statedAge: null }, CHECK],
    ["[D2.35] an age without the day of its statement", { ageStatedOn: null }, CHECK],
    ["no gender", { gender: null }, CHECK],
    ["no city", { cityId: null }, CHECK],
    ["no member", { memberId: randomUUID() }, FOREIGN_KEY],
    ["[D2.18] an active state that is written directly", { isActive: true }, GENERATED],
  ])("may not have %s", async (_, changes, code) => {
    await expect(addProfile(changes)).rejects.toMatchObject({ code });
  });

  test.each([
    [{}, true],
    [{ deactivatedAt: now }, false],
    [{ suspendedAt: now }, false],
    [{ deactivatedAt: now, suspendedAt: now }, false],
  ])("[D2.18] with %j is active: %s", async (columns, isActive) => {
    const { id } = await makeMember(world.owner, columns);
    const profile = await world.owner
      .selectFrom("profile")
      .select("isActive")
      .where("memberId", "=", id)
      .executeTakeFirstOrThrow();
    expect(profile.isActive).toBe(isActive);
  });

  test("[M4.03] starts active, and as neither verified nor admin nor with a wildcard city", async () => {
    const { id } = await makeMember(world.owner);
    const profile = await world.owner
      .selectFrom("profile")
      .select(["isVerified", "isAdmin", "isActive", "isWildcardCity"])
      .where("memberId", "=", id)
      .executeTakeFirstOrThrow();
    expect(profile).toEqual({ isVerified: false, isAdmin: false, isActive: true, isWildcardCity: false });
  });
});

describe("a session", () => {
  test("[D2.02] has a unique hash of a token, of 32 bytes", async () => {
    const tokenHash = randomBytes(32);
    await addSession({ tokenHash });
    await expect(addSession({ tokenHash })).rejects.toMatchObject({ code: UNIQUE });
    await expect(addSession({ tokenHash: Buffer.from("a".repeat(43)) })).rejects.toMatchObject({ code: CHECK });
    await expect(addSession({ memberId: randomUUID() })).rejects.toMatchObject({ code: FOREIGN_KEY });
    await expect(addSession({ userAgent: "x".repeat(301) })).rejects.toMatchObject({ code: CHECK });
  });
});

describe("[T85] a frozen account", () => {
  // The last release lets their members in: it knows an erasure and a consent, and no freeze.
  test.each(["erasesAt", "consentWithdrawnAt"])("with %s gets no session by the last release", async (column) => {
    const memberId = await addMember();
    await addProfile({ memberId, [column]: now, deactivatedAt: now, frozenAt: now });
    await expect(addSession({ memberId })).rejects.toMatchObject({ code: PRIVILEGE });
    await world.owner.updateTable("profile").set({ frozenAt: null }).where("memberId", "=", memberId).execute();
    await addSession({ memberId });
  });
});

describe("a consent", () => {
  test("of one kind exists once at a time, and again after it was revoked", async () => {
    const memberId = await addMember();
    const add = (revokedAt?: Date) =>
      world.owner
        .insertInto("consent")
        .values({
          id: randomUUID(),
          memberId,
          kind: "terms",
          textVersion: "1",
          textHash: randomBytes(32),
          givenAt: now,
          ...(revokedAt && { revokedAt }),
        })
        .execute();
    await add();
    await expect(add()).rejects.toMatchObject({ code: UNIQUE });
    await world.owner.updateTable("consent").set({ revokedAt: now }).where("memberId", "=", memberId).execute();
    await add();
    await add(now);
  });
});

describe("a photo", () => {
  const add = async (memberId: string, position: number, owner = memberId) => {
    const fileName = `${owner}/gallery/1234567890123-${randomBytes(16).toString("hex")}.webp`;
    await world.owner.insertInto("photoObject").values({ fileName, createdAt: now }).execute();
    const columns = { width: 1, height: 1, thumbhash: "x", createdAt: now };
    await world.owner
      .insertInto("photo")
      .values({ id: randomUUID(), memberId, fileName, position, ...columns })
      .execute();
  };

  test("[M9.01] has one of five positions, each used once", async () => {
    const memberId = await addMember();
    for (const position of [0, 1, 2, 3, 4]) await add(memberId, position);
    await expect(add(memberId, 4)).rejects.toMatchObject({ code: UNIQUE });
    await expect(add(memberId, 5)).rejects.toMatchObject({ code: CHECK });
    await expect(add(memberId, -1)).rejects.toMatchObject({ code: CHECK });
  });

  test("[M3.02] has a path below its member's own id, in the specified form, and an object", async () => {
    const [memberId, otherId] = [await addMember(), await addMember()];
    await expect(add(memberId, 0, otherId)).rejects.toMatchObject({ code: CHECK });
    const addObject = (fileName: string) =>
      world.owner.insertInto("photoObject").values({ fileName, createdAt: now }).execute();
    for (const name of [
      "../../etc/passwd",
      `${memberId}/gallery/1-a.webp`,
      `${memberId}/gallery/1234567890123-${"a".repeat(32)}.svg`,
    ])
      await expect(addObject(name)).rejects.toMatchObject({ code: CHECK });
    const fileName = `${memberId}/gallery/1234567890123-${"b".repeat(32)}.webp`;
    const photo = {
      id: randomUUID(),
      memberId,
      fileName,
      position: 0,
      width: 1,
      height: 1,
      thumbhash: "x",
      createdAt: now,
    };
    await expect(world.owner.insertInto("photo").values(photo).execute()).rejects.toMatchObject({ code: FOREIGN_KEY });
  });
});

describe("an order", () => {
  async function addOrder(changes: Record<string, unknown> = {}): Promise<string> {
    const { id: memberId } = await makeMember(world.owner, { role: "daddy" });
    const order = { id: randomUUID(), memberId, product: "tokens", centavos: 4_700, provider: "test", method: "pix" };
    // The cast lets the tests write values that the types forbid.
    const row = { ...order, isLive: false, createdAt: now, expiresAt: now, ...changes } as Insertable<ProductOrder>;
    await world.owner.insertInto("productOrder").values(row).execute();
    return row.id;
  }

  test.each([
    ["without a price", { centavos: 0 }, CHECK],
    ["of a negative price", { centavos: -4_700 }, CHECK],
    ["of an unknown product", { product: "gold" }, CHECK],
    ["paid in an unknown way", { method: "cash" }, CHECK],
    ["in an unknown state", { state: "granted" }, CHECK],
    ["[D4.09] that is paid at no time", { state: "paid" }, CHECK],
    ["[D4.09] that is refunded and was never paid", { state: "refunded" }, CHECK],
    ["of nobody", { memberId: randomUUID() }, FOREIGN_KEY],
  ])("%s is refused", async (_, changes, code) => {
    await expect(addOrder(changes)).rejects.toMatchObject({ code });
  });

  test("[D4.07] has one purchase in the ledger, whatever the payment is called", async () => {
    const orderId = await addOrder();
    const { memberId } = await world.owner
      .selectFrom("productOrder")
      .where("id", "=", orderId)
      .select("memberId")
      .executeTakeFirstOrThrow();
    const buy = () => {
      const entry = { id: uuidv7(now), orderId, memberId, kind: "purchase" as const, tokens: 100 };
      const origin = { provider: "test", providerObjectId: randomUUID(), writtenAt: now };
      return world.owner
        .insertInto("ledgerEntry")
        .values({ ...entry, ...origin })
        .execute();
    };
    const results = await Promise.allSettled(Array.from({ length: 20 }, buy));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(buy()).rejects.toMatchObject({ code: UNIQUE, constraint: "ledger_entry_order_index" });
  });

  test.each([
    ["nothing", { centavos: 0 }],
    ["a refund that was won", { state: "won" }],
    ["a dispute that is done", { kind: "dispute", state: "done" }],
    ["a dispute that was asked for", { kind: "dispute", state: "requested" }],
    ["for an unknown reason", { reason: "luck" }],
    ["in an unknown way", { kind: "gift" }],
  ])("gives back no money that is %s", async (_, changes) => {
    const facts = { orderId: await addOrder(), returnId: randomUUID(), paymentId: "payment", kind: "refund" };
    // The cast lets the tests write values that the types forbid.
    const row = {
      ...facts,
      centavos: 1,
      state: "done",
      reason: "staff",
      createdAt: now,
      ...changes,
    } as Insertable<MoneyReturn>;
    const attempt = world.owner.insertInto("moneyReturn").values(row).execute();
    await expect(attempt).rejects.toMatchObject({ code: CHECK });
  });
});

describe("messages", () => {
  test("keep both members of a conversation in the database", async () => {
    const [firstId, otherId] = [await addMember(), await addMember()];
    await makeConversation(world.owner, firstId, otherId);
    for (const id of [firstId, otherId]) {
      const attempt = world.owner.deleteFrom("member").where("id", "=", id).execute();
      await expect(attempt).rejects.toMatchObject({ code: FOREIGN_KEY, constraint: "conversation_other_id_fkey" });
    }
  });
});

describe("the cities", () => {
  test("[D3.05][K3.04] include every municipality, each with name, state and coordinates", async () => {
    const cities = await world.db.selectFrom("city").selectAll().execute();
    expect(cities.length).toBeGreaterThanOrEqual(5_570);
    const incomplete = cities.filter(
      ({ name, uf, lat, lng }) => name === "" || !/^[A-Z]{2}$/.test(uf) || lat === null || lng === null,
    );
    expect(incomplete).toEqual([]);
    expect(new Set(cities.map(({ uf }) => uf)).size).toBe(27);
  });
});
