import { expect, test } from "vitest";
import { type Lane, openPhotoLanes } from "./photo-lanes.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Lanes with a fake clock and fake work: a photo runs until the test finishes it, and says then how long it took. */
function openFakeLanes() {
  let time = 0;
  const lanes = openPhotoLanes(() => time);
  /** The photos that run, by the sender's name, in the order in which they started. */
  const runningPhotos = new Map<string, () => void>();
  const startedPhotos: string[] = [];

  /** Sends an upload whose photos follow each other. Returns undefined when it is refused. */
  function send(
    lane: Lane,
    sender: string,
    { photos = 1, expectedMs = 0, hangUpController = new AbortController() } = {},
  ) {
    const turns = lanes.enter({ lane, sender, signal: hangUpController.signal });
    if (!turns) return undefined;
    const results = (async () => {
      const photoResults: (string | undefined)[] = [];
      for (let photo = 0; photo < photos; photo += 1) {
        photoResults.push(
          await turns.run(
            async () => {
              startedPhotos.push(sender);
              await new Promise<void>((resolve) => runningPhotos.set(sender, resolve));
              return sender;
            },
            { expectedMs, isPhoto: true },
          ),
        );
      }
      turns.leave();
      return photoResults;
    })();
    return { results, hangUp: () => hangUpController.abort() };
  }

  /** Finishes the photo of a sender after `ms` milliseconds of work. */
  async function finish(sender: string, ms = 1_000): Promise<void> {
    await nextTurn();
    time += ms;
    runningPhotos.get(sender)?.();
    runningPhotos.delete(sender);
    await nextTurn();
    await nextTurn();
  }

  return {
    lanes,
    send,
    finish,
    startedPhotos,
    runningPhotos: () => [...runningPhotos.keys()],
    pass: (ms: number) => (time += ms),
  };
}

test("[T65] guests occupy one worker at most, so that a member starts at once next to any number of them", async () => {
  const { send, runningPhotos } = openFakeLanes();
  for (const guest of ["a", "b", "c", "d"]) send("guests", guest, { photos: 4 });
  await nextTurn();
  expect(runningPhotos()).toEqual(["a"]);
  send("members", "ana", { photos: 2 });
  await nextTurn();
  expect(runningPhotos()).toEqual(["a", "ana"]);
});

test("[T65] during an attack each photo of a member starts before any further photo of the attackers", async () => {
  const { send, finish, startedPhotos } = openFakeLanes();
  for (const guest of ["a", "b", "c", "d"]) for (const _ of [1, 2]) send("guests", guest, { photos: 4 });
  const own = send("members", "ana", { photos: 4 });
  for (let photo = 0; photo < 4; photo += 1) await finish("ana");
  expect(startedPhotos).toEqual(["a", "ana", "ana", "ana", "ana"]);
  expect(await own?.results).toEqual(Array(4).fill("ana"));
});

test("[T65] members go before guests on a worker that becomes free", async () => {
  const { send, finish, runningPhotos } = openFakeLanes();
  send("members", "ana");
  send("guests", "a", { photos: 4 });
  await nextTurn();
  send("members", "bia", { photos: 2 });
  await finish("a");
  expect(runningPhotos()).toEqual(["ana", "bia"]);
});

test("[T65] the guest who used the least time goes first: an honest one waits for one photo of an attack, not for its backlog", async () => {
  const { send, finish, startedPhotos } = openFakeLanes();
  const attackers = ["a", "b", "c", "d"];
  for (const guest of attackers) for (const _ of [1, 2]) send("guests", guest, { photos: 4 });
  for (const guest of attackers) await finish(guest, 2_000);
  const before = startedPhotos.length;
  const honest = send("guests", "ana", { photos: 3 });
  await finish("a", 2_000);
  for (let photo = 0; photo < 3; photo += 1) await finish("ana", 500);
  expect(await honest?.results).toEqual(["ana", "ana", "ana"]);
  expect(startedPhotos.slice(before)).toEqual(["ana", "ana", "ana", "b"]);
});

test("[T65] among guests who have used nothing yet the cheaper photo goes first: an honest one waits for the expensive photo that runs, not for one of each address", async () => {
  const { send, finish, startedPhotos } = openFakeLanes();
  for (let n = 0; n < 10; n += 1) send("guests", `attacker ${n}`, { photos: 4, expectedMs: 2_000 });
  const honest = send("guests", "ana", { photos: 3, expectedMs: 60 });
  await finish("attacker 0", 2_000);
  for (let photo = 0; photo < 3; photo += 1) await finish("ana", 500);
  expect(await honest?.results).toEqual(["ana", "ana", "ana"]);
  expect(startedPhotos).toEqual(["attacker 0", "ana", "ana", "ana", "attacker 1"]);
});

test("[T65] an expensive photo does not wait for ever: cheaper ones count against their senders as well", async () => {
  const { send, finish, startedPhotos } = openFakeLanes();
  send("guests", "first");
  send("guests", "dear", { expectedMs: 2_000 });
  for (const guest of ["a", "b"]) send("guests", guest, { photos: 20, expectedMs: 60 });
  await finish("first");
  for (let photo = 0; photo < 8; photo += 1) for (const guest of ["a", "b"]) await finish(guest, 500);
  expect(startedPhotos.filter((name) => name === "dear")).toEqual(["dear"]);
  expect(startedPhotos.indexOf("dear")).toBeLessThanOrEqual(9);
});

test("[T65] one address has two uploads in the guests' lane at most, no matter who else waits; a third is taken when one has left", async () => {
  const { send, finish } = openFakeLanes();
  expect([send("guests", "a"), send("guests", "a"), send("guests", "a")].map(Boolean)).toEqual([true, true, false]);
  expect(send("guests", "b")).toBeDefined();
  await finish("a");
  await nextTurn();
  expect(send("guests", "a")).toBeDefined();
});

test("[T65] an upload whose client has gone starts none of its photos that wait, and gives its place up", async () => {
  const { send, finish, startedPhotos, runningPhotos } = openFakeLanes();
  const first = send("guests", "a", { photos: 3 });
  const second = send("guests", "b", { photos: 3 });
  await nextTurn();
  second?.hangUp();
  expect(await second?.results).toEqual([undefined, undefined, undefined]);
  first?.hangUp();
  await finish("a");
  expect(await first?.results).toEqual(["a", undefined, undefined]);
  expect([startedPhotos, runningPhotos()]).toEqual([["a"], []]);
  send("guests", "b");
  await nextTurn();
  expect(runningPhotos()).toEqual(["b"]);
});

test("a lane has a limited number of uploads, and the other lane is not affected", () => {
  const { send } = openFakeLanes();
  for (let n = 0; n < 60; n += 1) expect(send("guests", `guest ${n}`)).toBeDefined();
  expect(send("guests", "one more")).toBeUndefined();
  expect(send("members", "ana")).toBeDefined();
});

test("[T65] in a full lane a guest who has used nothing takes the place of the one who has used the most", async () => {
  const { send, finish, runningPhotos } = openFakeLanes();
  send("guests", "greedy");
  await finish("greedy", 60_000);
  send("guests", "first");
  await nextTurn();
  const greedy = send("guests", "greedy", { photos: 2 });
  for (let n = 0; n < 58; n += 1) send("guests", `guest ${n}`);
  await nextTurn();
  const fresh = send("guests", "ana");
  expect(await greedy?.results).toEqual([undefined, undefined]);
  expect(fresh).toBeDefined();
  expect(send("guests", "bia")).toBeUndefined();
  expect(runningPhotos()).toEqual(["first"]);
});

test("[T36] a limited number of uploads hold processed photos while they wait for the others", async () => {
  const { send, finish, startedPhotos } = openFakeLanes();
  for (let n = 0; n < 40; n += 1) send("guests", `guest ${n}`, { photos: 2 });
  for (let n = 0; n < 24; n += 1) await finish(`guest ${n}`);
  // The upload that began first continues before another one begins.
  expect(startedPhotos.slice(0, 25)).toEqual([...Array.from({ length: 24 }, (_, n) => `guest ${n}`), "guest 0"]);
  await finish("guest 0");
  expect(startedPhotos.at(-1)).toBe("guest 24");
});

test("what a sender has used is forgotten after an hour", async () => {
  const { send, finish, runningPhotos, pass } = openFakeLanes();
  send("guests", "a");
  await finish("a", 5_000);
  pass(3_600_000);
  send("guests", "b");
  await nextTurn();
  const [usedSender, fresh] = [send("guests", "a"), send("guests", "c")];
  expect([usedSender, fresh].map(Boolean)).toEqual([true, true]);
  await finish("b");
  expect(runningPhotos()).toEqual(["a"]);
});

test("photos that fail free their worker and their turn", async () => {
  const { lanes } = openFakeLanes();
  const turns = lanes.enter({ lane: "guests", sender: "a", signal: new AbortController().signal });
  await expect(turns?.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await turns?.run(async () => "next")).toBe("next");
});
