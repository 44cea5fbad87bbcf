import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { openRoundRobin } from "./round-robin.ts";

const PLACES = { max: 100, maxOfSender: 10 };

function takeAll<T>(waitingItems: ReturnType<typeof openRoundRobin<T>>): T[] {
  const all: T[] = [];
  for (let next = waitingItems.take(); next !== undefined; next = waitingItems.take()) all.push(next);
  return all;
}

test("[T72] senders take turns, each in the order of what they sent", () => {
  const waitingItems = openRoundRobin<string>(PLACES);
  for (const work of ["a1", "a2", "a3", "b1", "b2", "c1"]) waitingItems.add(work.slice(0, 1), work);
  expect(takeAll(waitingItems)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect(waitingItems.isEmpty()).toBe(true);
});

test("[T72] a new sender waits for one piece of work of each other sender, and one who had a turn goes to the end", () => {
  const waitingItems = openRoundRobin<string>(PLACES);
  for (const work of ["a1", "a2", "b1", "b2"]) waitingItems.add(work.slice(0, 1), work);
  expect(waitingItems.take()).toBe("a1");
  waitingItems.add("c", "c1");
  waitingItems.add("a", "a3");
  expect(takeAll(waitingItems)).toEqual(["b1", "a2", "c1", "b2", "a3"]);
});

test("[T72] a sender has a limited number of places, and work beyond them is refused, no matter who else waits", () => {
  const waitingItems = openRoundRobin<number>({ max: 100, maxOfSender: 2 });
  expect([1, 2, 3].map((work) => waitingItems.add("flood", work))).toEqual([undefined, undefined, 3]);
  expect(waitingItems.add("honest", 4)).toBeUndefined();
  expect(takeAll(waitingItems)).toEqual([1, 4, 2]);
});

test("[T72] when all places are taken, an arrival gets one of the sender who has the most", () => {
  const waitingItems = openRoundRobin<string>({ max: 4, maxOfSender: 3 });
  for (const work of ["a1", "b1", "b2", "b3"]) waitingItems.add(work.slice(0, 1), work);
  expect(waitingItems.add("c", "c1")).toBe("b3");
  expect(waitingItems.add("d", "d1")).toBe("b2");
  // Every sender has one piece of work now, so none of them loses it.
  expect(waitingItems.add("e", "e1")).toBe("e1");
  expect(takeAll(waitingItems)).toEqual(["a1", "b1", "c1", "d1"]);
});

test("[T72] all that a sender has waiting can be taken, and the others keep their turns", () => {
  const waitingItems = openRoundRobin<string>({ max: 4, maxOfSender: 3 });
  for (const work of ["a1", "b1", "a2", "c1"]) waitingItems.add(work.slice(0, 1), work);
  expect([waitingItems.takeAllOf("a"), waitingItems.takeAllOf("nobody")]).toEqual([["a1", "a2"], []]);
  expect([waitingItems.add("d", "d1"), waitingItems.add("e", "e1")]).toEqual([undefined, undefined]);
  expect(takeAll(waitingItems)).toEqual(["b1", "c1", "d1", "e1"]);
});

type Step = { sender: number } | "take";
const steps = fc.array(
  fc.oneof(
    fc.constant<Step>("take"),
    fc.nat(7).map((sender): Step => ({ sender })),
  ),
  { maxLength: 200 },
);

test("[T72] whatever comes in whatever order, nothing is lost, no place is exceeded, and no sender waits for two turns of another", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const waitingItems = openRoundRobin<string>({ max: 12, maxOfSender: 4 });
      let leftItems: string[] = [];
      const remove = (work: string | undefined) => {
        leftItems = leftItems.filter((entry) => entry !== work);
      };
      /** For each sender: whose work was taken since the sender's last turn, or since they began to wait. */
      const seenTurns = new Map<string, string[]>();
      all.forEach((step, at) => {
        if (step !== "take") {
          const work = `${step.sender}:${at}`;
          if (!leftItems.some((entry) => senderOf(entry) === `${step.sender}`)) seenTurns.set(`${step.sender}`, []);
          leftItems.push(work);
          remove(waitingItems.add(`${step.sender}`, work));
        } else {
          const takenEntry = waitingItems.take();
          expect(takenEntry === undefined).toBe(leftItems.length === 0);
          if (takenEntry === undefined) return;
          expect(takenEntry).toBe(leftItems.find((entry) => senderOf(entry) === senderOf(takenEntry)));
          remove(takenEntry);
          for (const [sender, others] of seenTurns)
            if (sender !== senderOf(takenEntry)) others.push(senderOf(takenEntry));
          seenTurns.set(senderOf(takenEntry), []);
        }
        expect(leftItems.length).toBeLessThanOrEqual(12);
        for (const [sender, own] of Object.entries(Object.groupBy(leftItems, senderOf))) {
          expect(own?.length).toBeLessThanOrEqual(4);
          const others = seenTurns.get(sender) ?? [];
          expect(new Set(others).size).toBe(others.length);
        }
      });
      expect(takeAll(waitingItems).toSorted()).toEqual(leftItems.toSorted());
    }),
  );
});

const senderOf = (work: string) => work.split(":")[0] ?? "";
