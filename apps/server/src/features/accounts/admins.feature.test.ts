import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isCommonPassword, listCommonPasswords } from "../../platform/secrets/passwords.ts";
import { readConfig } from "../../start/config.ts";
import { prepareFirstAdmin } from "../../start/first-admin.ts";
import { makeMember, newEmail, PASSWORD } from "../../testing/people.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { ensureFirstAdmin, makeOrRecoverAdmin } from "./commands.ts";
import { judgeAdminPassword } from "./rules.ts";

/** The product makes admins with the rights of the database's owner. */
const asOwner = (world: World) => ({ ...world.context, db: world.owner });

const [fresh, otherWorld, set, sharedWorld] = [
  await openWorld(),
  await openWorld(),
  await openWorld(),
  await openWorld(),
];
const COMMON = listCommonPasswords().find((password) => password.length >= 12) ?? "";
const CHOSEN = "uma senha da equipe";

function startAgain(world: World, settings: Record<string, string> = {}) {
  const configResult = readConfig({ DATA_DIR: world.dataDir, ...settings });
  if (!configResult.ok) throw new Error(configResult.errors.join("\n"));
  return prepareFirstAdmin(asOwner(world), configResult.config);
}

const passwordIn = (lines: string[]) => /password (\S{20})$/.exec(lines.join("\n"))?.[1] ?? "";

const signIn = (world: World, email: string, password: string) =>
  world.browser().api.accounts.signIn({ body: { email, password, remember: false } });

const listAdmins = (world: World) =>
  world.owner.selectFrom("profile").select("memberId").where("isAdmin", "=", true).execute();

/** The entries of the audit log about an account, without sign-ins. */
const listAudit = (world: World, subjectId: string) =>
  world.owner
    .selectFrom("auditEntry")
    .select(["action", "actorId"])
    .where("subjectId", "=", subjectId)
    .where("action", "<>", "admin.signed-in")
    .orderBy("id")
    .execute();

describe("the first start", () => {
  test("[D2.08][D2.10] makes an admin with a random password that the terminal shows, now and at later starts", async () => {
    const lines = await startAgain(fresh);
    const password = passwordIn(lines);
    expect(lines).toEqual(["Admin:   admin@caramelo.invalid", `         password ${password}`]);
    const reply = await signIn(fresh, "admin@caramelo.invalid", password);
    expect(reply.body.user).toMatchObject({ role: "admin", isAdmin: true, name: "Equipe" });
    expect(await listAudit(fresh, reply.body.user.id)).toEqual([{ action: "admin.created", actorId: null }]);

    expect(await startAgain(fresh)).toEqual(lines);
    expect(await listAdmins(fresh)).toHaveLength(1);
    expect(passwordIn(await startAgain(otherWorld))).not.toBe(password);
  });

  test("[D2.08] keeps the password of a demo in a file that only its owner can read", async () => {
    await startAgain(fresh);
    const file = join(fresh.dataDir, "first-admin-password");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toBe(passwordIn(await startAgain(fresh)));
  });

  test("[D2.08] takes e-mail and password from the settings and does not print them back", async () => {
    const lines = await startAgain(set, { ADMIN_EMAIL: "Chefe@Exemplo.invalid", ADMIN_PASSWORD: CHOSEN });
    expect(lines).toEqual(["Admin:   chefe@exemplo.invalid", "         password as in ADMIN_PASSWORD"]);
    expect((await signIn(set, "chefe@exemplo.invalid", CHOSEN)).status).toBe(200);
    expect(await startAgain(set, { ADMIN_PASSWORD: "uma outra, mais nova" })).toEqual([
      "Admin:   chefe@exemplo.invalid",
      "         password unchanged (forgotten: npm run admin)",
    ]);
    expect((await signIn(set, "chefe@exemplo.invalid", "uma outra, mais nova")).status).toBe(401);
  });

  test("[D2.08] does not show a kept password that is no longer the right one", async () => {
    await startAgain(otherWorld);
    await writeFile(join(otherWorld.dataDir, "first-admin-password"), "uma senha de ontem");
    expect((await startAgain(otherWorld)).join()).not.toContain("uma senha de ontem");
  });

  test("[T03] does not make a member an admin", async () => {
    const { email, id } = await makeMember(sharedWorld.owner);
    await expect(startAgain(sharedWorld, { ADMIN_EMAIL: email })).rejects.toThrow(
      `${email} belongs to a member who is not staff.`,
    );
    expect(await listAdmins(sharedWorld)).toEqual([]);
    expect((await signIn(sharedWorld, email, PASSWORD)).body.user).toMatchObject({ id, isAdmin: false });
  });

  test("[D2.14] refuses a common password", async () => {
    const attempt = ensureFirstAdmin(asOwner(sharedWorld), { email: newEmail(), password: COMMON });
    await expect(attempt).rejects.toThrow("ADMIN_PASSWORD is too common.");
    expect(await listAdmins(sharedWorld)).toEqual([]);
  });
});

describe("npm run admin", () => {
  test("[D2.09] makes an admin with an unused address", async () => {
    const email = newEmail();
    const newAdmin = await makeOrRecoverAdmin(asOwner(fresh), { email, password: undefined });
    expect(newAdmin).toMatchObject({ email, isNew: true });
    expect((await signIn(fresh, email, newAdmin.password ?? "")).body.user).toMatchObject({ isAdmin: true });
  });

  test("[D2.09] gives an admin a new password, ends every session and records it in the audit log", async () => {
    const { id, email } = await makeMember(fresh.owner, { role: "admin" });
    const browser = fresh.browser();
    await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: true } });

    const recovered = await makeOrRecoverAdmin(asOwner(fresh), { email, password: undefined });
    expect(recovered).toMatchObject({ email, isNew: false });
    expect((await browser.api.accounts.session()).body.user).toBeNull();
    expect((await signIn(fresh, email, PASSWORD)).status).toBe(401);
    expect((await signIn(fresh, email, recovered.password ?? "")).status).toBe(200);
    expect(await listAudit(fresh, id)).toEqual([{ action: "admin.recovered", actorId: null }]);
  });

  test("[D2.09][D2.50] makes a moderator on request, and does not change the role of an existing account", async () => {
    const email = newEmail();
    const ask = (role: "owner" | "moderator") => makeOrRecoverAdmin(asOwner(fresh), { email, password: CHOSEN, role });
    await ask("moderator");
    expect((await signIn(fresh, email, CHOSEN)).body.user.staff?.role).toBe("moderator");
    await ask("owner");
    expect((await signIn(fresh, email, CHOSEN)).body.user.staff?.role).toBe("moderator");
  });

  test("[D2.09] gives access back to an admin who had lost it", async () => {
    const { email } = await makeMember(fresh.owner, { role: "admin", suspendedAt: new Date() });
    expect((await signIn(fresh, email, PASSWORD)).failure.code).toBe("PROFILE_NOT_FOUND");
    await makeOrRecoverAdmin(asOwner(fresh), { email, password: CHOSEN });
    expect((await signIn(fresh, email, CHOSEN)).status).toBe(200);
  });

  test("[D2.09] takes a chosen password and does not print it", async () => {
    const { email } = await makeMember(fresh.owner, { role: "admin" });
    const recovered = await makeOrRecoverAdmin(asOwner(fresh), { email, password: CHOSEN });
    expect(recovered).toEqual({ email, password: undefined, isNew: false });
    expect((await signIn(fresh, email, CHOSEN)).status).toBe(200);
  });

  test("[T03] does not touch a member who is not staff", async () => {
    const { email } = await makeMember(fresh.owner);
    const attempt = makeOrRecoverAdmin(asOwner(fresh), { email, password: CHOSEN });
    await expect(attempt).rejects.toThrow(`${email} belongs to a member who is not staff.`);
    expect((await signIn(fresh, email, PASSWORD)).body.user.isAdmin).toBe(false);
  });

  test("[D2.17] refuses a password that is too short, and changes nothing", async () => {
    const { id, email } = await makeMember(fresh.owner, { role: "admin" });
    const attempt = makeOrRecoverAdmin(asOwner(fresh), { email, password: "onze letras" });
    await expect(attempt).rejects.toThrow("ADMIN_PASSWORD is too short.");
    expect((await signIn(fresh, email, PASSWORD)).status).toBe(200);
    expect(await listAudit(fresh, id)).toEqual([]);
  });
});

test.each([
  ["onze letras", "too short"],
  ["🔑".repeat(11), "too short"],
  ["doze  letras", undefined],
  ["a".repeat(128), undefined],
  ["🔑".repeat(128), undefined],
  ["a".repeat(129), "too long"],
  [COMMON.toUpperCase(), "too common"],
])("[D2.17] as a staff password %s is %s", (password, verdict) => {
  expect(judgeAdminPassword(password, isCommonPassword(password))).toBe(verdict);
});
