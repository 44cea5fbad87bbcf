import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCatalogue, fieldTexts } from "@caramelo/contract/errors";
import { PHOTO_MAX_BYTES } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { sampleFiles } from "../../testing/hostile-files.ts";
import { newEmail, signUpForm } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_SIGN_UP_ADDRESS: "20/3600" });
const photo = new Blob([await readFile(new URL("../../../../../e2e/photos/ana-1.jpg", import.meta.url))]);
const gpsPhoto = new Blob([await readFile(new URL("../../../../../e2e/photos/ana-2.jpg", import.meta.url))]);
const photos = [photo, gpsPhoto];

/** Everything that a refused sign-up must leave alone. */
async function countEverything() {
  const count = (table: "member" | "profile" | "photo" | "consent" | "ledgerEntry" | "photoObject") =>
    world.owner
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as("n"))
      .executeTakeFirstOrThrow();
  const [member, profile, photo, consent, ledger] = await Promise.all([
    count("member"),
    count("profile"),
    count("photo"),
    count("consent"),
    count("ledgerEntry"),
  ]);
  const spooled = await readdir(join(world.dataDir, "spool"));
  return { member, profile, photo, consent, ledger, spooled };
}

test("[M4.03][M4.04][M3.02][D4.02] a sign-up makes the account, its profile, its photos and its opening in the ledger", async () => {
  const form = signUpForm({ acceptsMarketing: true });
  const reply = await world.browser().api.accounts.signUp({ body: form, photos });

  expect(reply.status).toBe(200);
  const profile = await world.db
    .selectFrom("profile")
    .selectAll()
    .where("memberId", "=", reply.body.id)
    .executeTakeFirstOrThrow();
  expect(profile).toMatchObject({
    role: "baby",
    gender: "Feminino",
    isAdmin: false,
    isVerified: false,
    isActive: true,
    statedAge: 24,
  });
  const stored = await world.db
    .selectFrom("photo")
    .selectAll()
    .where("memberId", "=", reply.body.id)
    .orderBy("position")
    .execute();
  expect(stored.map((row) => row.position)).toEqual([0, 1]);
  expect(stored[0]?.fileName).toMatch(new RegExp(`^${reply.body.id}/gallery/\\d{13}-[0-9a-f]{32}\\.webp$`));
  const entitlement = await world.db
    .selectFrom("entitlement")
    .selectAll()
    .where("memberId", "=", reply.body.id)
    .executeTakeFirstOrThrow();
  expect(entitlement).toMatchObject({ tokens: 0, conversations: 0, premiumUntil: null, highlightedUntil: null });
});

test("[T52] the one checkbox is stored as two consents with version, hash and time, marketing apart", async () => {
  const plain = await world.browser().api.accounts.signUp({ body: signUpForm(), photos });
  const keen = await world.browser().api.accounts.signUp({ body: signUpForm({ acceptsMarketing: true }), photos });

  const kindsOf = async (id: string) => {
    const rows = await world.db.selectFrom("consent").selectAll().where("memberId", "=", id).orderBy("kind").execute();
    for (const row of rows)
      expect(row).toMatchObject({ textVersion: expect.stringMatching(/^\d{4}-/), revokedAt: null });
    for (const row of rows) expect(row.textHash).toHaveLength(32);
    return rows.map((row) => row.kind);
  };
  expect(await kindsOf(plain.body.id)).toEqual(["sensitive_data", "terms"]);
  expect(await kindsOf(keen.body.id)).toEqual(["marketing", "sensitive_data", "terms"]);
});

describe("gender and account type", () => {
  test.each([
    ["Feminino", "baby", "baby"],
    ["Feminino", "mommy", "mommy"],
    ["Masculino", "daddy", "daddy"],
  ] as const)("[M4.04][D1.03] %s as %s becomes %s", async (gender, accountType, role) => {
    const reply = await world.browser().api.accounts.signUp({ body: signUpForm({ gender, accountType }), photos });
    const profile = await world.db
      .selectFrom("profile")
      .select("role")
      .where("memberId", "=", reply.body.id)
      .executeTakeFirstOrThrow();
    expect(profile.role).toBe(role);
  });

  test.each([
    ["Feminino", "daddy"],
    ["Masculino", "baby"],
    ["Masculino", "mommy"],
  ] as const)("[D1.03] %s as %s is refused", async (gender, accountType) => {
    const before = await countEverything();
    const reply = await world.browser().api.accounts.signUp({ body: signUpForm({ gender, accountType }), photos });
    expect(reply.failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { accountType: fieldTexts.accountTypeRequired } },
    });
    expect(await countEverything()).toEqual(before);
  });
});
