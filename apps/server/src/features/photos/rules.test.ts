import { PHOTOS_MAX } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { isSamePhotos, orderWithMain, orderWithNew, orderWithout } from "./rules.ts";

const ids = fc.uniqueArray(fc.uuid(), { maxLength: PHOTOS_MAX });
const someIds = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: PHOTOS_MAX });
const withOneOf = someIds.chain((order) => fc.record({ order: fc.constant(order), id: fc.constantFrom(...order) }));
const sortIds = (order: readonly string[]) => [...order].sort();

describe("the order of a gallery", () => {
  test("[M7.02] the profile photo stays first, then come the new ones, then the older ones as they were", () => {
    expect(orderWithNew(["a", "b", "c"], ["x", "y"])).toEqual(["a", "x", "y", "b", "c"]);
    expect(orderWithNew([], ["x", "y"])).toEqual(["x", "y"]);
    fc.assert(
      fc.property(ids, ids, (order, addedIds) => {
        const next = orderWithNew(order, addedIds);
        expect(sortIds(next)).toEqual(sortIds([...order, ...addedIds]));
        if (order.length > 0) expect(next[0]).toBe(order[0]);
      }),
    );
  });

  test("[M4.19] the chosen photo goes to the first position, no photo is lost, and the others keep their order", () => {
    fc.assert(
      fc.property(withOneOf, ({ order, id }) => {
        const next = orderWithMain(order, id);
        expect(next[0]).toBe(id);
        expect(sortIds(next)).toEqual(sortIds(order));
        expect(orderWithout(next, id)).toEqual(orderWithout(order, id));
        expect(orderWithMain(next, id)).toEqual(next);
      }),
    );
  });

  test("without one photo the others close up in their order", () => {
    fc.assert(
      fc.property(withOneOf, ({ order, id }) => {
        const next = orderWithout(order, id);
        expect(next).toHaveLength(order.length - 1);
        expect(next).toEqual(order.filter((photoId) => next.includes(photoId)));
      }),
    );
  });

  test("a requested order is taken exactly when it is a permutation", () => {
    fc.assert(
      fc.property(someIds, fc.array(fc.nat(PHOTOS_MAX), { maxLength: PHOTOS_MAX + 1 }), (order, picks) => {
        const requestedIds = picks.map((pick) => order[pick] ?? "stranger");
        const isPermutation = JSON.stringify(sortIds(requestedIds)) === JSON.stringify(sortIds(order));
        expect(isSamePhotos(order, requestedIds)).toBe(isPermutation);
      }),
    );
    expect(isSamePhotos(["a", "b"], ["b", "a"])).toBe(true);
  });
});
