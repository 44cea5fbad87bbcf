import { expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { listOffered, mayReplace, type Offered, readOffered, renewOffer } from "./rules.ts";

const pool = Array.from({ length: 8 }, (_, at) => ({ key: `k${at}`, text: `Pergunta ${at}?` }));
const HOUR = 3_600_000;

test("[K4.30] three openings are offered, and the same three for half an hour", () => {
  const first = renewOffer(pool, undefined, 0);
  expect(listOffered(pool, first).map(({ key }) => key)).toEqual(["k0", "k1", "k2"]);
  expect(renewOffer(pool, first, HOUR / 2 - 1)).toBe(first);
  expect(renewOffer(pool, first, HOUR / 2).last).toEqual(["k3", "k4", "k5"]);
});

test("[K4.30] an offer of which the server makes less meanwhile is filled up, so that three are offered", () => {
  const first = renewOffer(pool, undefined, 0);
  const smallerPool = pool.filter(({ key }) => key !== "k1");
  const second = renewOffer(smallerPool, first, 1);
  expect(listOffered(smallerPool, second).map(({ key }) => key)).toEqual(["k0", "k2", "k3"]);
  expect(renewOffer(pool, second, HOUR / 2).last).toEqual(["k4", "k5", "k6"]);
});

test("[K4.30] none is offered again for the same person, until there is nothing left to offer", () => {
  let offered: Offered | undefined;
  const lasts = [0, 1, 2, 3, 4].map((hours) => {
    offered = renewOffer(pool, offered, hours * HOUR);
    return offered.last;
  });
  expect(lasts).toEqual([["k0", "k1", "k2"], ["k3", "k4", "k5"], ["k6", "k7"], [], []]);
});

test("[K4.30] no opening is offered twice, whatever the profile says meanwhile and whenever they are requested", () => {
  const keys = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.nat(2 * HOUR)), { maxLength: 12 }), (visits) => {
      let [offered, now]: [Offered | undefined, number] = [undefined, 0];
      const offeredKeys: string[] = [];
      for (const [visitKeys, passedMs] of visits) {
        now += passedMs;
        const openings = visitKeys.map((key) => ({ key, text: key }));
        const next: Offered = renewOffer(openings, offered, now);
        const keptOffer = offered && next.at === offered.at ? offered.last : [];
        offeredKeys.push(...next.last.filter((key) => !keptOffer.includes(key)));
        offered = next;
      }
      expect(new Set(offeredKeys).size).toBe(offeredKeys.length);
    }),
  );
});

test("[K4.30] an opening takes the place of an empty field and of another opening, and of no text of the member's own", () => {
  expect(["", "Pergunta 3?", "Pergunta 3? Oi!", " "].map((text) => mayReplace(text, pool))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("what was stored by anything else is no offer", () => {
  for (const text of [null, "", "null", "1", "[]", "{", '{"keys":[]}', '{"keys":[],"last":"a","at":1}'])
    expect(readOffered(text)).toBeUndefined();
  const offered = { keys: ["a"], last: ["a"], at: 1 };
  expect(readOffered(JSON.stringify(offered))).toEqual(offered);
});
