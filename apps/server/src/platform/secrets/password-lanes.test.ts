import { expect, test } from "vitest";
import {
  claimedSender,
  memberSender,
  networkSender,
  openPasswordLanes,
  type PasswordSender,
} from "./password-lanes.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Lanes with a fake clock. `hold` occupies both places until `release` lets everything run. */
async function openHeldLanes() {
  let time = 0;
  const lanes = openPasswordLanes(() => time);
  const gate = Promise.withResolvers<void>();
  const hold = () => {
    for (const n of [1, 2]) void lanes.run(networkSender(`192.0.${n}.1`), () => gate.promise);
  };
  const startedSenders: string[] = [];
  const send = (sender: PasswordSender, name: string) => lanes.run(sender, async () => void startedSenders.push(name));
  return { lanes, hold, send, startedSenders, release: gate.resolve, pass: (ms: number) => (time += ms) };
}

test("[T72] the addresses of one network share its turns", async () => {
  const { hold, send, startedSenders, release } = await openHeldLanes();
  hold();
  const all = ["198.51.100.1", "198.51.100.2", "198.51.100.3"].map((address) => send(networkSender(address), address));
  all.push(send(networkSender("203.0.113.1"), "honest"));
  release();
  await Promise.all(all);
  expect(startedSenders).toEqual(["198.51.100.1", "honest", "198.51.100.2", "198.51.100.3"]);
});

test("[T72] a network without a wrong password does not wait behind those with one, and these do not wait for all of those without", async () => {
  const { lanes, hold, send, startedSenders, release } = await openHeldLanes();
  hold();
  const failing = [1, 2, 3, 4].map((n) => networkSender(`198.51.${n}.1`));
  for (const sender of failing) lanes.recordCheck(sender, false);
  const all = failing.map((sender) => send(sender, "failing"));
  for (const n of [1, 2, 3, 4]) all.push(send(networkSender(`203.0.${n}.1`), "fresh"));
  await nextTurn();
  release();
  await Promise.all(all);
  // While both kinds wait, the failing networks get one of five places that become free.
  expect(startedSenders.slice(0, 5).toSorted()).toEqual(["failing", "fresh", "fresh", "fresh", "fresh"]);
});

test("[T72] what a network sent before its first wrong password does not keep others waiting after it", async () => {
  const { lanes, hold, send, startedSenders, release } = await openHeldLanes();
  hold();
  const flood = [1, 2, 3, 4].map((n) => networkSender(`198.51.${n}.1`));
  const all = flood.map((sender) => send(sender, "flood"));
  for (const sender of flood) lanes.recordCheck(sender, false);
  all.push(send(networkSender("203.0.113.1"), "honest"));
  release();
  await Promise.all(all);
  expect(startedSenders.indexOf("honest")).toBeLessThanOrEqual(1);
});

test("[T72] a flood with invented secrets of devices keeps no member with a session or a mailed link from the lookup, and waits apart once it fails", async () => {
  const lanes = openPasswordLanes(() => 0);
  const gate = Promise.withResolvers<void>();
  const startedWork: string[] = [];
  const send = (sender: PasswordSender, name: string) => lanes.lookUp(sender, async () => void startedWork.push(name));
  for (let n = 0; n < 8; n += 1) void lanes.lookUp(networkSender(`192.0.${n}.1`), () => gate.promise);
  const networks = Array.from({ length: 300 }, (_, n) => `10.${Math.floor(n / 250)}.${n % 250}.1`);
  // Each network has already sent a wrong password, so what it sends next waits in the failing lane.
  for (const address of networks) lanes.recordCheck(networkSender(address), false);
  const flood = networks.map((address) => send(claimedSender(address), "flood").catch(() => {}));
  const honest = [send(claimedSender("203.0.113.1"), "device"), send(memberSender("ana"), "member")];
  await nextTurn();
  gate.resolve();
  await Promise.all([...honest, ...flood]);
  expect(startedWork.indexOf("device")).toBeLessThanOrEqual(3);
  expect(startedWork.indexOf("member")).toBeLessThanOrEqual(3);
});

test("[T72] what waits with a secret of a device moves with the rest of its network at its first wrong password", async () => {
  const lanes = openPasswordLanes(() => 0);
  const gate = Promise.withResolvers<void>();
  const startedWork: string[] = [];
  const send = (address: string, name: string) =>
    lanes.lookUp(claimedSender(address), async () => void startedWork.push(name));
  for (let n = 0; n < 8; n += 1) void lanes.lookUp(networkSender(`192.0.${n}.1`), () => gate.promise);
  const flood = [1, 2, 3, 4].map((n) => send(`198.51.${n}.1`, "flood"));
  for (const n of [1, 2, 3, 4]) lanes.recordCheck(networkSender(`198.51.${n}.1`), false);
  flood.push(send("203.0.113.1", "honest"));
  gate.resolve();
  await Promise.all(flood);
  expect(startedWork.indexOf("honest")).toBeLessThanOrEqual(1);
});

test("[T72] a network is no longer failing after its next right password, or a quarter of an hour; a member never is", async () => {
  const fill = async (prepare: (deps: Awaited<ReturnType<typeof openHeldLanes>>) => void) => {
    const deps = await openHeldLanes();
    for (const n of [1, 2, 3]) deps.lanes.recordCheck(networkSender(`198.51.${n}.1`), false);
    prepare(deps);
    deps.hold();
    const all = [1, 2, 3].map((n) => deps.send(networkSender(`198.51.${n}.1`), `${n}`));
    all.push(deps.send(networkSender("203.0.113.1"), "fresh"), deps.send(memberSender("ana"), "member"));
    deps.release();
    await Promise.all(all);
    return deps.startedSenders;
  };
  const wait = await fill(() => {});
  expect(wait.indexOf("fresh")).toBeLessThan(wait.indexOf("2"));
  const right = await fill(({ lanes }) => {
    for (const n of [1, 2, 3]) lanes.recordCheck(networkSender(`198.51.${n}.9`), true);
  });
  expect(right.filter((name) => name !== "member")).toEqual(["1", "2", "3", "fresh"]);
  const later = await fill(({ pass }) => pass(900_000));
  expect(later.filter((name) => name !== "member")).toEqual(["1", "2", "3", "fresh"]);
  const member = await fill(({ lanes }) => lanes.recordCheck(memberSender("ana"), false));
  expect(member.indexOf("member")).toBeLessThanOrEqual(2);
});
