import { beforeAll, describe, expect, test } from "vitest";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { setUpFactor } from "../../testing/second-factor.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;

beforeAll(async () => {
  owner = await makeSignedIn(world, { role: "admin" });
});

const makeModerator = () => makeSignedIn(world, { role: "admin", staffRole: "moderator" });

const listEntries = (subjectId: string) =>
  world.owner
    .selectFrom("auditEntry")
    .where("subjectId", "=", subjectId)
    .where("action", "like", "team.%")
    .orderBy("id")
    .select(["action", "actorId", "details"])
    .execute();

test("[D2.52] an owner sees the staff, its second factors and its sessions, and no member", async () => {
  const { id, browser } = await makeModerator();
  const member = await makeMember(world.owner);
  await setUpFactor(world, browser);
  const { people } = (await owner.browser.api.accounts.team()).body;
  const ids = people.map((person) => person.id);
  expect(people.find((person) => person.id === id)).toMatchObject({
    role: "moderator",
    isActive: true,
    hasFactor: true,
    sessions: 1,
    isSelf: false,
  });
  expect(people.find((person) => person.id === owner.id)).toMatchObject({ role: "owner", isSelf: true });
  expect(ids).not.toContain(member.id);
});

test.each(["baby", "daddy", "mommy", "guest"] as const)(
  "[K6.04] an action of the staff by a %s fails in the words of the specification",
  async (role) => {
    const member = await makeSignedIn(world, role === "guest" ? {} : { role });
    const { browser, id } = role === "guest" ? { browser: world.browser(), id: member.id } : member;
    const { accounts, audit, mail } = browser.api;
    const replies = [
      await accounts.team(),
      await accounts.changeStaffRole({ params: { id }, body: { role: "owner" } }),
      await accounts.endStaffSessions({ params: { id: owner.id } }),
      await audit.list(),
      await mail.list(),
    ];
    for (const { status, failure } of replies)
      expect([status, failure.userMessage]).toEqual([
        403,
        "Acesso negado: apenas administradores podem executar esta ação",
      ]);
  },
);

describe("[D2.52] a role", () => {
  test("counts at the next sign-in, ends the sessions before, and the audit log says who gave it", async () => {
    const { id, browser } = await makeModerator();
    expect((await browser.api.accounts.team()).failure.userMessage).toBe(
      "Acesso negado: apenas administradores podem executar esta ação",
    );
    const change = (role: "owner" | "moderator") =>
      owner.browser.api.accounts.changeStaffRole({ params: { id }, body: { role } });
    expect((await change("owner")).status).toBe(200);
    expect((await browser.api.accounts.team()).failure.code).toBe("AUTH_SESSION_EXPIRED");
    const asOwner = await openBrowserOf(world, id);
    expect((await asOwner.api.accounts.team()).status).toBe(200);
    expect((await change("owner")).status).toBe(200);
    expect((await asOwner.api.accounts.team()).status).toBe(200);
    expect((await change("moderator")).status).toBe(200);
    const asModerator = await openBrowserOf(world, id);
    expect((await asModerator.api.accounts.team()).failure.code).toBe("ADMIN_ONLY");
    expect(await listEntries(id)).toEqual([
      { action: "team.role-changed", actorId: owner.id, details: { from: "moderator", to: "owner" } },
      { action: "team.role-changed", actorId: owner.id, details: { from: "owner", to: "moderator" } },
    ]);
  });

  test("that an owner takes from themselves ends their other sessions only, and counts at the next call", async () => {
    const self = await makeSignedIn(world, { role: "admin" });
    const otherBrowser = await openBrowserOf(world, self.id);
    const body = { role: "moderator" as const };
    expect((await self.browser.api.accounts.changeStaffRole({ params: { id: self.id }, body })).status).toBe(200);
    expect((await self.browser.api.accounts.team()).failure.code).toBe("ADMIN_ONLY");
    expect((await otherBrowser.api.accounts.team()).failure.code).toBe("AUTH_SESSION_EXPIRED");
  });

  test("cannot be given to a member", async () => {
    const { id } = await makeMember(world.owner);
    const reply = await owner.browser.api.accounts.changeStaffRole({ params: { id }, body: { role: "owner" } });
    expect(reply.failure.code).toBe("NOT_FOUND");
  });
});

describe("[D2.52] the last active owner", () => {
  test("can neither lose the role nor the access, not even when two take each other's at once", async () => {
    const lonely = await openWorld();
    const [ana, bia] = [await makeSignedIn(lonely, { role: "admin" }), await makeSignedIn(lonely, { role: "admin" })];
    const demote = (by: typeof ana, id: string) =>
      by.browser.api.accounts.changeStaffRole({ params: { id }, body: { role: "moderator" } });
    const sides = [() => demote(ana, bia.id), () => demote(bia, ana.id)];
    const replies = await race(lonely.owner, holdWrites("profile"), sides);
    // The slower request is refused because its owner is a moderator by then.
    expect(replies.map(({ status, failure }) => failure?.code ?? status)).toEqual([200, "ADMIN_ONLY"]);
    expect((await demote(ana, ana.id)).failure.code).toBe("LAST_OWNER");
    const shut = await ana.browser.api.accounts.changeStaffAccess({
      params: { id: ana.id },
      body: { isActive: false },
    });
    expect(shut.failure.code).toBe("LAST_OWNER");
  });
});

test("[D2.52] access that was closed ends at once, cannot sign in, and can be opened again", async () => {
  const { id, browser } = await makeModerator();
  const change = (isActive: boolean) =>
    owner.browser.api.accounts.changeStaffAccess({ params: { id }, body: { isActive } });
  expect((await change(false)).status).toBe(200);
  expect((await browser.api.accounts.session()).body.user).toBeNull();
  expect((await (await openBrowserOf(world, id)).api.accounts.session()).body.user).toBeNull();
  expect((await change(true)).status).toBe(200);
  expect((await (await openBrowserOf(world, id)).api.accounts.session()).body.user?.id).toBe(id);
  expect((await listEntries(id)).map(({ action }) => action)).toEqual(["team.access-closed", "team.access-opened"]);
});

test("[D2.52] a factor that was reset is gone with all sessions; sessions can also end alone", async () => {
  const { id, browser } = await makeModerator();
  await setUpFactor(world, browser);
  expect((await owner.browser.api.accounts.resetFactor({ params: { id } })).status).toBe(200);
  expect((await browser.api.accounts.session()).body.user).toBeNull();
  const again = await openBrowserOf(world, id);
  expect((await again.api.accounts.ownFactor()).body).toMatchObject({ setUpAt: null, recoveryCodesLeft: 0 });
  expect((await owner.browser.api.accounts.endStaffSessions({ params: { id } })).status).toBe(200);
  expect((await again.api.accounts.session()).body.user).toBeNull();
  expect((await listEntries(id)).map(({ action }) => action)).toEqual(["team.factor-reset", "team.sessions-ended"]);
});

test("[D2.53] every change of the staff needs a fresh proof", async () => {
  const { browser } = await makeSignedIn(world, { role: "admin" });
  const { id } = await makeModerator();
  world.pass(11 * MINUTE);
  const { accounts } = browser.api;
  const params = { id };
  const replies = [
    await accounts.changeStaffRole({ params, body: { role: "owner" } }),
    await accounts.changeStaffAccess({ params, body: { isActive: false } }),
    await accounts.resetFactor({ params }),
    await accounts.endStaffSessions({ params }),
  ];
  expect(replies.map(({ failure }) => failure.code)).toEqual(replies.map(() => "FRESH_FACTOR_REQUIRED"));
  expect(await listEntries(id)).toEqual([]);
});
