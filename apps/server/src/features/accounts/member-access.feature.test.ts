import { describe, expect, test } from "vitest";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { readMails } from "../../testing/mails.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Browser = ReturnType<typeof world.browser>;

const makeModerator = () => makeSignedIn(world, { role: "admin", staffRole: "moderator" });
const endSessions = ({ api }: Browser, id: string) => api.accounts.endMemberSessions({ params: { id } });
const isSignedIn = async ({ api }: Browser) => (await api.accounts.session()).body.user !== null;

const listEntries = (id: string) =>
  world.owner.selectFrom("auditEntry").where("subjectId", "=", id).select(["action", "actorId"]).execute();

describe("[D2.59] staff end the sessions of a member", () => {
  test("all of them with their live connections at once, and the member may sign in again", async () => {
    const { id, email } = await makeMember(world.owner);
    const [phone, laptop] = [await openBrowserOf(world, id, true), await openBrowserOf(world, id)];
    const stranger = await makeSignedIn(world);
    const socket = await openLiveSocket(phone);
    const moderator = await makeModerator();
    expect((await endSessions(moderator.browser, id)).status).toBe(200);
    expect(await socket.closed).toBe(4401);
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, false]);
    expect([await isSignedIn(stranger.browser), await isSignedIn(moderator.browser)]).toEqual([true, true]);
    expect(await listEntries(id)).toEqual([{ action: "member.sessions-ended", actorId: moderator.id }]);
    expect((await signIn(email, phone)).status).toBe(200);
  });

  test.each([
    ["on the first day of the account", 0],
    ["later", 2 * DAY],
  ])("and their known browsers are forgotten, so an intruder who comes back %s causes a mail", async (_, age) => {
    const { id, email } = await makeMember(world.owner, { createdAt: world.context.clock.now() });
    const intruder = world.browser();
    await signIn(email, intruder);
    world.pass(age);
    const owner = await makeSignedIn(world, { role: "admin" });
    await endSessions(owner.browser, id);
    await signIn(email, intruder);
    expect((await readMails(world, email)).map(({ kind }) => kind)).toEqual(["sign-in-alert"]);
  });

  test("after a fresh proof only", async () => {
    const { id, browser } = await makeSignedIn(world);
    const moderator = await makeModerator();
    world.pass(11 * MINUTE);
    expect((await endSessions(moderator.browser, id)).failure.code).toBe("FRESH_FACTOR_REQUIRED");
    expect(await isSignedIn(browser)).toBe(true);
    expect(await listEntries(id)).toEqual([]);
  });

  test("but neither those of colleagues nor of an unknown id, and no member can do it", async () => {
    const [owner, moderator, member] = [
      await makeSignedIn(world, { role: "admin" }),
      await makeModerator(),
      await makeSignedIn(world),
    ];
    expect((await endSessions(moderator.browser, owner.id)).failure.code).toBe("NOT_FOUND");
    expect((await endSessions(owner.browser, moderator.id)).failure.code).toBe("NOT_FOUND");
    expect((await endSessions(owner.browser, crypto.randomUUID())).failure.code).toBe("NOT_FOUND");
    expect((await endSessions(member.browser, owner.id)).failure.code).toBe("ADMIN_ONLY");
    expect(await isSignedIn(owner.browser)).toBe(true);
  });
});

function signIn(email: string, { api }: Browser) {
  return api.accounts.signIn({ body: { email, password: PASSWORD, remember: true } });
}
