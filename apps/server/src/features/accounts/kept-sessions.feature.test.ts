import { sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Db } from "../../platform/database/database.ts";
import { withClient } from "../../platform/database/database.ts";
import { hashToken } from "../../platform/secrets/tokens.ts";
import { followSessions, openSessionCache } from "../../platform/sessions/session-cache.ts";
import { openBlackHole } from "../../testing/black-hole.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { listStatements } from "../../testing/statements.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { suspendMember } from "../moderation/suspension-commands.ts";
import { findCaller } from "./session-check.ts";

const world = await openWorld();
const connection = { connectionString: world.connectionString };
/** A long timeout for conditions that certainly come true, because a busy machine is slow. */
const PATIENT = { timeout: 30_000, interval: 5 };

/**
 * What another process received, in order: the text of an announcement (undefined says that some may be missing), or
 * the moment up to which it has received all of them.
 */
const receivedEntries: (string | number | undefined)[] = [];
/** The other process's session cache. Its clock stands still, so only an announcement makes it read again. */
const sessionsThere = openSessionCache({ max: 100, now: () => 0 });
const following = await followSessions(
  {
    ...sessionsThere,
    receive: (text) => {
      receivedEntries.push(text);
      sessionsThere.receive(text);
    },
    confirm: (upTo) => {
      receivedEntries.push(upTo);
      sessionsThere.confirm(upTo);
    },
  },
  { connection, log: world.context.log },
);
afterAll(following.stop);
const otherWorld = { ...world, context: { ...world.context, sessions: sessionsThere } };

/**
 * Waits until `isRight`, which asks the other process, passes. Asserts that the process received an announcement before
 * it learned that it has received all up to a moment after this call, because it then trusts its memory for longer.
 */
async function expectHeardInTime(isRight: () => Promise<void>): Promise<void> {
  const [changedAt, entryCount] = [performance.now(), receivedEntries.length];
  await vi.waitFor(isRight, PATIENT);
  const laterEntries = receivedEntries.slice(entryCount);
  const answerIndex = laterEntries.findIndex((entry) => typeof entry === "number" && entry > changedAt);
  // The index is -1 when the announcement came before this call.
  const announcementIndex = laterEntries.findIndex((entry) => typeof entry !== "number");
  if (answerIndex >= 0) expect(announcementIndex).toBeLessThan(answerIndex);
}

const smallCache = openSessionCache({ max: 1 });
/** Finds the member of a session token in the database, because this cache remembers nothing. */
const readCaller = ({ context }: World, token: string) => findCaller({ ...context, sessions: smallCache }, token);

/** Finds the member of a session token again and again until the answer comes from memory. */
async function warm(ownWorld: World, token: string) {
  // A process remembers a session only while it surely receives announcements of changes.
  await vi.waitFor(async () => {
    await findCaller(ownWorld.context, token);
    expect(await listStatements(() => findCaller(ownWorld.context, token))).toEqual([]);
  });
  return findCaller(ownWorld.context, token);
}

async function openSignedIn(overrides: Parameters<typeof makeMember>[1] = {}) {
  const { id } = await makeMember(world.owner, overrides);
  const browser = await openBrowserOf(world, id);
  const token = browser.jar.get("caramelo") ?? "";
  const { id: sessionId } = await world.db
    .selectFrom("session")
    .where("tokenHash", "=", hashToken(token))
    .select("id")
    .executeTakeFirstOrThrow();
  return { id, browser, token, sessionId };
}

type SignedIn = Awaited<ReturnType<typeof openSignedIn>>;
type CallerChange = [
  name: string,
  change: (signedIn: SignedIn) => Promise<unknown>,
  overrides?: Parameters<typeof makeMember>[1],
];

const setProfile = (db: Db, memberId: string, facts: object) =>
  db.updateTable("profile").set(facts).where("memberId", "=", memberId).execute();
const setSession = (id: string, facts: object) =>
  world.db.updateTable("session").set(facts).where("id", "=", id).execute();
const soon = () => world.context.clock.now();
const api = async ({ id }: SignedIn) => (await openBrowserOf(world, id)).api.accounts;

const WAYS: CallerChange[] = [
  ["signing out", ({ browser }) => browser.api.accounts.signOut()],
  [
    "signing out of it from another device",
    async (signedIn) => (await api(signedIn)).endDevice({ params: { id: signedIn.sessionId } }),
  ],
  ["signing out everywhere", async (signedIn) => (await api(signedIn)).endAllDevices()],
  [
    "another password, chosen on another device",
    async (signedIn) =>
      (await api(signedIn)).changePassword({
        body: { currentPassword: PASSWORD, password: `${PASSWORD}!`, passwordConfirmation: `${PASSWORD}!` },
      }),
  ],
  [
    "signing in with the same browser",
    async ({ id, browser }) => {
      const { email } = await world.owner
        .selectFrom("member")
        .where("id", "=", id)
        .select("email")
        .executeTakeFirstOrThrow();
      await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    },
  ],
  [
    "a ban",
    async ({ id }) => {
      const actor = await makeMember(world.owner, { role: "admin" });
      const { context } = world;
      await world.db
        .transaction()
        .execute((trx) =>
          suspendMember(
            trx,
            { site: context.site, siteSettings: context.siteSettings, now: soon() },
            { memberId: id, kind: "ban", reason: "scam", until: null, actorId: actor.id },
          ),
        );
    },
  ],
  ["a suspension", ({ id }) => setProfile(world.db, id, { suspendedAt: soon() })],
  ["a deactivation", ({ id }) => setProfile(world.db, id, { deactivatedAt: soon() })],
  ["an erasure", ({ id }) => world.owner.deleteFrom("member").where("id", "=", id).execute(), { role: "admin" }],
  ["the removal of their profile", ({ id }) => world.owner.deleteFrom("profile").where("memberId", "=", id).execute()],
  ["a shorter life", ({ sessionId }) => setSession(sessionId, { expiresAt: new Date(0) })],
  ["its removal", ({ sessionId }) => world.owner.deleteFrom("session").where("id", "=", sessionId).execute()],
  ["the gate of an unproven age", ({ id }) => setProfile(world.db, id, { ageGate: "entry" })],
  ["a move to another city", ({ id }) => setProfile(world.db, id, { cityId: 3_304_557 })],
  ["another role", ({ id }) => setProfile(world.db, id, { role: "daddy", gender: "Masculino" })],
  ["another role in the staff", ({ id }) => setProfile(world.owner, id, { staffRole: "moderator" }), { role: "admin" }],
  ["the end of access to the office", ({ id }) => setProfile(world.db, id, { suspendedAt: soon() }), { role: "admin" }],
  [
    "a proof of who they are",
    ({ sessionId }) => setSession(sessionId, { provedAt: new Date(0), hasFactor: true }),
    { role: "admin" },
  ],
];

describe("a session in the memory cache", () => {
  test.each(WAYS)(
    "[T09][T11][D2.07] follows %s at the next call, and at another process within a second",
    async (_, change, overrides) => {
      const signedIn = await openSignedIn(overrides);
      const [before, beforeThere] = [await warm(world, signedIn.token), await warm(otherWorld, signedIn.token)];
      expect(beforeThere).toEqual(before);
      await change(signedIn);
      const after = await findCaller(world.context, signedIn.token);
      expect(after).toEqual(await readCaller(world, signedIn.token));
      expect(after).not.toEqual(before);
      await expectHeardInTime(async () => expect(await findCaller(otherWorld.context, signedIn.token)).toEqual(after));
    },
  );

  test("[T11] follows a change written by hand, over a connection that is not the product's", async () => {
    const signedIn = await openSignedIn();
    const before = await warm(otherWorld, signedIn.token);
    await withClient(connection, (client) =>
      client.query("update session set ended_at = now() where member_id = $1", [signedIn.id]),
    );
    await expectHeardInTime(async () =>
      expect(await findCaller(otherWorld.context, signedIn.token)).not.toEqual(before),
    );
  });

  test("[T11] is as it was when the change was rolled back, and is never changed before the commit", async () => {
    const signedIn = await openSignedIn();
    const before = await warm(world, signedIn.token);
    const writing = world.db.transaction().execute(async (trx) => {
      await trx.updateTable("session").set({ endedAt: soon() }).where("id", "=", signedIn.sessionId).execute();
      expect(await findCaller(world.context, signedIn.token)).toEqual(before);
      throw new Error("rolled back");
    });
    await expect(writing).rejects.toThrow("rolled back");
    expect(await findCaller(world.context, signedIn.token)).toEqual(before);
  });

  test("[T11] that was read again before the commit is not used after it", async () => {
    const signedIn = await openSignedIn();
    await warm(world, signedIn.token);
    await world.db.transaction().execute(async (trx) => {
      await trx.updateTable("session").set({ endedAt: soon() }).where("id", "=", signedIn.sessionId).execute();
      world.context.sessions.receive();
      await warm(world, signedIn.token);
    });
    expect((await findCaller(world.context, signedIn.token)).me).toBeUndefined();
  });

  test("is not read again each time it is used, but is touched when that is due", async () => {
    const signedIn = await openSignedIn();
    await warm(world, signedIn.token);
    world.pass(6 * 60_000);
    const statements = await listStatements(() => findCaller(world.context, signedIn.token, "127.0.0.1"));
    expect(statements.filter((text) => text.startsWith('update "session"'))).toHaveLength(1);
    expect((await warm(world, signedIn.token)).me?.id).toBe(signedIn.id);
  });

  test("[T09][T11] is not used a second after the last sign of life of the database, before the connection is given up", async () => {
    const blackHole = await openBlackHole(world.connectionString);
    let stoppedAt: number | undefined;
    const sessions = openSessionCache({ max: 10, now: () => stoppedAt ?? performance.now() });
    const log = { ...world.context.log, warn: vi.fn() };
    const feed = await followSessions(sessions, { connection: { connectionString: blackHole.address }, log });
    onTestFinished(async () => {
      await blackHole.close();
      await feed.stop();
    });
    const deaf = { ...world, context: { ...world.context, sessions } };
    const signedIn = await openSignedIn();
    await warm(deaf, signedIn.token);
    blackHole.swallow();
    stoppedAt = performance.now();
    await setProfile(world.owner, signedIn.id, { suspendedAt: soon() });
    expect((await findCaller(deaf.context, signedIn.token)).me?.id).toBe(signedIn.id);
    stoppedAt += 1_000;
    expect((await findCaller(deaf.context, signedIn.token)).me).toBeUndefined();
    expect(log.warn).not.toHaveBeenCalled();
  });

  test("[T11] is read again when the connection that announces changes was lost", async () => {
    const signedIn = await openSignedIn();
    await warm(world, signedIn.token);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query in ('listen "session_changes"', 'select ''still hearing''')`.execute(
      world.owner,
    );
    await withClient(connection, (client) =>
      client.query("update profile set suspended_at = now() where member_id = $1", [signedIn.id]),
    );
    await vi.waitFor(async () => expect((await findCaller(world.context, signedIn.token)).me).toBeUndefined(), PATIENT);
    const next = await openSignedIn();
    await warm(world, next.token);
  });
});
