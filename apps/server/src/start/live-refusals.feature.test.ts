import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { lockStreams } from "../base/members/stream-queries.ts";
import { eachKind } from "../testing/each-kind.ts";
import { findRefusal, type LiveSocket, openLiveSocket } from "../testing/live-socket.ts";
import { waitForLocks } from "../testing/lock-waits.ts";
import { readLink } from "../testing/mails.ts";
import { makeConversation } from "../testing/pairs.ts";
import { makeMember, newEmail, PASSWORD } from "../testing/people.ts";
import { makeSignedIn, openBrowserOf } from "../testing/signed-in.ts";
import { openWorld } from "../testing/world.ts";

const world = await openWorld();
const NEW_PASSWORD = "outro segredo de teste";

/**
 * Ana is signed in on two devices, `old` with a live connection (`tab`) and `phone`, and has a conversation with Dan.
 */
async function openPair() {
  const email = newEmail();
  const ana = await makeMember(world.owner, { email });
  const [old, phone] = [await openBrowserOf(world, ana.id), await openBrowserOf(world, ana.id)];
  const dan = await makeSignedIn(world, { role: "daddy" });
  const admin = await makeSignedIn(world, { role: "admin" });
  await makeConversation(world.owner, dan.id, ana.id);
  return { id: ana.id, email, old, phone, dan, admin, tab: await openLiveSocket(old) };
}
type Pair = Awaited<ReturnType<typeof openPair>>;

const byStaff = ({ id }: Pair) => ({ params: { id }, body: { reason: "Pediu dinheiro." } });

/** Every way to end a member's live connections over HTTP. `old` is the device whose connection must end. */
const ENDINGS: [name: string, end: (pair: Pair) => Promise<{ status: number }>][] = [
  ["a sign-out", ({ old }) => ({ ...old, jar: new Map(old.jar) }).api.accounts.signOut()],
  [
    "a password changed on another device",
    ({ phone }) => phone.api.accounts.changePassword({ body: { currentPassword: PASSWORD, ...newPassword } }),
  ],
  [
    "a password set by a mailed link",
    async ({ email }) => {
      const guest = world.browser().api.accounts;
      await guest.requestRecovery({ body: { email } });
      const { token } = await readLink(world, email);
      return guest.resetPassword({ body: { token, ...newPassword } });
    },
  ],
  [
    "an end of this device from another one",
    async ({ phone }) => {
      const { devices } = (await phone.api.accounts.devices()).body;
      return phone.api.accounts.endDevice({ params: { id: devices.find(({ isCurrent }) => !isCurrent)?.id ?? "" } });
    },
  ],
  ["an end of all devices", ({ phone }) => phone.api.accounts.endAllDevices()],
  ["a deactivation on another device", ({ phone }) => phone.api.accounts.deactivate()],
  ["a suspension", (pair) => pair.admin.browser.api.moderation.suspend(byStaff(pair))],
  [
    "a suspension by the list of members",
    ({ admin, id }) =>
      admin.browser.api.officeMembers.staffActivate({ body: { ids: [id], isOn: false, reason: "Golpe." } }),
  ],
  ["a ban", (pair) => pair.admin.browser.api.moderation.ban(byStaff(pair))],
];
const newPassword = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };

const send = ({ old, dan }: Pair) =>
  old.api.messaging.send({ params: { memberId: dan.id }, body: { clientId: randomUUID(), text: "oi" } });

const eventsOf = ({ received }: LiveSocket) => received.map(({ event }) => event);

const BY_STAFF = /suspension|ban/;

describe.each(eachKind(ENDINGS, ([name]) => BY_STAFF.test(name)))("%s", (_, end) => {
  test("[TB.07][T11] ends the connection before it is answered, and no call or handshake of that device passes any more", async () => {
    const pair = await openPair();
    const cookies = new Map(pair.old.jar);
    const before = world.live.count();
    expect((await end(pair)).status).toBe(200);
    expect(world.live.count()).toBe(before - 1);
    expect(await pair.tab.closed).toBe(4401);
    for (const [name, value] of cookies) pair.old.jar.set(name, value);

    const { api } = pair.old;
    const params = { memberId: pair.dan.id };
    const calls = [
      await send(pair),
      await api.messaging.history({ params }),
      await api.messaging.changes({ query: { after: 0 } }),
      await api.messaging.markRead({ params, body: { upTo: 1 } }),
      await api.messaging.clear({ params, body: { upTo: 1 } }),
      await api.presence.ping(),
    ];
    expect(calls.map(({ failure }) => failure.code)).toEqual(calls.map(() => "AUTH_SESSION_EXPIRED"));
    expect(await findRefusal(pair.old)).toBe(401);
    const history = await pair.dan.browser.api.messaging.history({ params: { memberId: pair.id } });
    expect(history.body.messages.map(({ isMine, readAt }) => [isMine, readAt])).toEqual([[true, null]]);
  });

  test("[TB.07] lets a browser that does not close the connection neither write nor receive", async () => {
    const pair = await openPair();
    const dans = await openLiveSocket(pair.dan.browser);
    // The close frame waits unread, so that this browser could go on writing.
    pair.tab.socket.pause();
    await end(pair);
    pair.tab.send("typing", { withId: pair.dan.id, isTyping: true });
    world.context.live.publish(pair.id, "typing", { withId: pair.dan.id, isTyping: true });
    pair.tab.socket.resume();
    expect(await pair.tab.closed).toBe(4401);
    expect(eventsOf(pair.tab)).not.toContain("typing");
    // Frames that were sent before the heartbeat arrive before it.
    await world.live.heartbeat();
    await dans.waitFor("heartbeat", 2);
    expect(eventsOf(dans)).not.toContain("typing");
    dans.socket.terminate();
  });
});

test("[TB.07] the device that changes the password stays connected", async () => {
  const pair = await openPair();
  const own = await openLiveSocket(pair.phone);
  await pair.phone.api.accounts.changePassword({ body: { currentPassword: PASSWORD, ...newPassword } });
  expect(await pair.tab.closed).toBe(4401);
  await world.live.heartbeat();
  await own.waitFor("heartbeat", 2);
  own.socket.terminate();
});

describe("a message that is being sent", () => {
  test.each([
    [
      "a suspension of the sender",
      "NOT_FOUND",
      (pair: Pair) => pair.admin.browser.api.moderation.suspend(byStaff(pair)),
    ],
    ["a deactivation of the sender", "NOT_FOUND", ({ phone }: Pair) => phone.api.accounts.deactivate()],
    ["a block", "PEER_UNAVAILABLE", ({ dan, id }: Pair) => dan.browser.api.safety.block({ params: { id } })],
  ])("[TB.07][T20] when %s came first is refused and not stored", async (_, code, end) => {
    const pair = await openPair();
    const [endedCall, sentFrame] = await world.owner.transaction().execute(async (trx) => {
      // While this transaction holds the stream, requests wait behind it in the order of their arrival.
      await lockStreams(trx, [pair.id]);
      const startedWork: Promise<{ status: number; failure?: { code: string } }>[] = [];
      for (const action of [() => end(pair), () => send(pair)]) {
        startedWork.push(action());
        await waitForLocks(world.owner, startedWork.length);
      }
      return startedWork;
    });
    expect((await endedCall)?.status).toBe(200);
    expect((await sentFrame)?.failure?.code).toBe(code);
    const storedMessages = await world.owner
      .selectFrom("message")
      .where("senderId", "=", pair.id)
      .select("id")
      .execute();
    expect(storedMessages).toEqual([]);
    pair.tab.socket.terminate();
  });
});
