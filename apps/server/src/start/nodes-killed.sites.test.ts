import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { openSession } from "../features/accounts/session-check.ts";
import { type Db, openDatabase } from "../platform/database/database.ts";
import { getBalance, grant } from "../testing/entitlements.ts";
import { makeMember } from "../testing/people.ts";
import { prepareNodes } from "../testing/product-nodes.ts";
import { openScatteringProxy } from "../testing/scattering-proxy.ts";
import { LIVE_PATH } from "./live.ts";

// Two products start, on an empty database, perhaps on a slow machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const PAIRS = 6;
const ROUNDS = 20;
const TOKENS = 1_000;
/** The lowest number that this limit may have. Its window is longer than the test, so no view is given back. */
const VIEWS = 30;

const { connection, start, closings } = await prepareNodes({ LIMIT_VIEWS: `${VIEWS}/600` });

type Person = { id: string; cookie: string };
async function makePeople(db: Db, role: "baby" | "daddy", count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await makeMember(db, { role });
    if (role === "daddy") await grant(db, { id }, { tokens: TOKENS, conversations: 100 });
    const context = { db, clock: { now: () => new Date() } };
    const exchange = { userAgent: "", sessionToken: undefined };
    people.push({
      id,
      cookie: `caramelo=${await openSession(context, exchange, { memberId: id, isRemembered: true })}`,
    });
  }
  return people;
}

/** A call as a browser makes it; undefined when no answer came. */
async function ask(address: string, { cookie }: Person, method: string, path: string, body: object = {}) {
  const headers = { origin: address, cookie, connection: "close", "content-type": "application/json" };
  const text = method === "GET" ? null : JSON.stringify(body);
  return fetch(`${address}/api${path}`, { method, headers, body: text }).catch(() => undefined);
}

const send = (address: string, from: Person, to: Person, clientId: string) =>
  ask(address, from, "POST", `/conversations/${to.id}/messages`, { clientId, text: "oi" });

/** Sends as the outbox does: until it is acknowledged, with the same client id. */
async function sendSurely(address: string, from: Person, to: Person, clientId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await send(address, from, to, clientId);
      await answer?.arrayBuffer();
      if (answer?.status !== 200) throw new Error(`answered ${answer?.status}`);
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** A tab that connects again after a lost connection, and keeps the last seq of its stream. */
function openTab(address: string, { cookie }: Person) {
  const tab = { lastSeq: 0, heartbeats: 0, isEnded: false, close: () => {} };
  const open = () => {
    const socket = new WebSocket(address.replace("http", "ws") + LIVE_PATH, { headers: { cookie, origin: address } });
    let isClosing = false;
    socket.on("message", (data) => {
      const { event, lastSeq, seq } = JSON.parse(String(data));
      if (event === "heartbeat") {
        tab.lastSeq = Math.max(tab.lastSeq, lastSeq);
        tab.heartbeats += 1;
      }
      if (event === "change" && seq === tab.lastSeq + 1) tab.lastSeq = seq;
    });
    socket.on("error", () => {});
    socket.on("close", (code) => {
      if (code === 4401) tab.isEnded = true;
      else if (!isClosing) setTimeout(open, 50);
    });
    tab.close = () => {
      isClosing = true;
      socket.terminate();
    };
  };
  open();
  closings.push(() => tab.close());
  return tab;
}

function openOwner(): Db {
  const owner = openDatabase(connection, { max: 3 });
  closings.push(owner.close);
  return owner.db;
}

test("[TB.08] two processes that start at the same moment behind a balancer lose nothing and double nothing when one is killed, share limits and ends, and its members leave", async () => {
  const [first, second] = await Promise.all([start(), start()]);
  const db = openOwner();
  const admins = await db.selectFrom("profile").where("isAdmin", "=", true).select("memberId").execute();
  expect(admins).toHaveLength(1);

  const living = [first.address, second.address];
  const proxy = await openScatteringProxy(() => living);
  closings.push(proxy.close);
  const { address } = proxy;
  const [babies, daddies] = [await makePeople(db, "baby", PAIRS), await makePeople(db, "daddy", PAIRS)];
  const tabs = [...babies, ...daddies].map((person) => ({ person, tab: openTab(address, person) }));
  // `lostMember` will be connected only to the process that is killed; `seer` reads the presence of `lostMember`.
  const [lostMember, seer] = [babies[0], daddies[0]];
  const leavers = await makePeople(db, "baby", 3);
  const [seenPerson] = leavers;
  if (!lostMember || !seer || !seenPerson) throw new Error("there are too few people");

  // A burst of one member over both processes: only as many calls pass as one limit allows.
  const burst = await Promise.all(
    Array.from(
      { length: 2 * VIEWS },
      async () => (await ask(address, seer, "GET", `/profiles/${seenPerson.id}`))?.status,
    ),
  );
  const passedStatuses = burst.filter((status) => status === 200);
  const refusedStatuses = burst.filter((status) => status === 429);
  expect([passedStatuses.length, refusedStatuses.length]).toEqual([VIEWS, VIEWS]);

  // The other process must learn of a sign-out at once, and not by its heartbeat, which comes every 25 seconds. A
  // heartbeat may come just when one member signs out, but not with each of three in a row.
  const countHeartbeats = () => tabs.reduce((sum, { tab }) => sum + tab.heartbeats, 0);
  const heartbeatsMeanwhile: number[] = [];
  for (const leaver of leavers) {
    const leaverTabs = living.map((node) => openTab(node, leaver));
    await vi.waitFor(async () => expect(await countNodes(db, leaver.id)).toBe(2), { timeout: 20_000 });
    const heartbeatsBefore = countHeartbeats();
    expect((await ask(address, leaver, "DELETE", "/session"))?.status).toBe(200);
    await vi.waitFor(() => expect(leaverTabs.every(({ isEnded }) => isEnded)).toBe(true), {
      timeout: 60_000,
      interval: 5,
    });
    heartbeatsMeanwhile.push(countHeartbeats() - heartbeatsBefore);
  }
  expect(heartbeatsMeanwhile).toContain(0);

  // `lostMember` is now connected to the first process only, and is active just before that process dies.
  const lostTab = openTab(first.address, lostMember);
  tabs.find(({ person }) => person === lostMember)?.tab.close();
  expect((await ask(address, lostMember, "POST", "/presence"))?.status).toBe(200);
  await sendSurely(address, seer, lostMember, randomUUID());
  await sendSurely(address, lostMember, seer, randomUUID());
  const readPresence = async () => {
    const answer = await ask(address, seer, "GET", `/presence?ids=${lostMember.id}`);
    if (!answer) return undefined;
    // The cast is safe, because the contract declares this answer.
    const { presences } = (await answer.json()) as { presences: { presence: string }[] };
    return presences[0]?.presence;
  };
  await vi.waitFor(async () => expect(await readPresence()).toBe("online"), { timeout: 20_000 });

  // All members write to all of the other side; meanwhile the first process is killed.
  let acknowledged = 0;
  const sends: { from: Person; to: Person; clientId: string }[] = [];
  await Promise.all(
    daddies.map(async (daddy, at) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const baby = babies[(at + round) % PAIRS];
        if (!baby) continue;
        const send = { from: daddy, to: baby, clientId: randomUUID() };
        sends.push(send);
        await sendSurely(address, send.from, send.to, send.clientId);
        acknowledged += 1;
        if (acknowledged === (PAIRS * ROUNDS) / 4) {
          first.child.kill("SIGKILL");
          lostTab.close();
        }
      }
    }),
  );
  expect(first.child.killed).toBe(true);
  const rows = await db.selectFrom("message").select(["senderId", "recipientId", "clientId"]).execute();
  const storedKeys = rows.map(({ senderId, clientId }) => `${senderId} ${clientId}`).sort();
  expect(new Set(storedKeys).size).toBe(storedKeys.length);
  for (const { from, clientId } of sends) expect(storedKeys).toContain(`${from.id} ${clientId}`);
  for (const daddy of daddies) {
    const writtenCount = rows.filter(({ senderId }) => senderId === daddy.id).length;
    expect((await getBalance(db, daddy)).tokens).toBe(TOKENS - writtenCount);
  }

  // Every open tab has received its whole stream, whichever process it was connected to.
  for (const { person, tab } of tabs.filter((tab) => tab.person !== lostMember)) {
    const { lastSeq } = await db
      .selectFrom("memberStream")
      .where("memberId", "=", person.id)
      .select("lastSeq")
      .executeTakeFirstOrThrow();
    await vi.waitFor(() => expect(tab.lastSeq).toBe(lastSeq), { timeout: 40_000 });
  }
  expect([...proxy.counts.values()].every((count) => count > 10)).toBe(true);

  // A third process replaces the dead one, whose member counts as gone within half a minute.
  living[0] = (await start()).address;
  await vi.waitFor(async () => expect(await readPresence()).toBe("recent"), { timeout: 40_000, interval: 250 });
  expect(await db.selectFrom("node").select("id").execute()).toHaveLength(2);
});

async function countNodes(db: Db, memberId: string): Promise<number> {
  return (await db.selectFrom("nodeMember").where("memberId", "=", memberId).select("nodeId").execute()).length;
}
