import { expect, test } from "vitest";
import { fc } from "../../../../testing/properties.ts";
import { listOnce } from "./paging-rules.ts";

const id = fc.constantFrom("a", "b", "c", "d", "e");
const pages = fc.array(fc.array(fc.record({ id, age: fc.nat() })));
type Item = { id: string };

test("[D3.02] a list of pages repeats no member, leaves none out, and keeps the order of the first occurrence", () => {
  fc.assert(
    fc.property(pages, (some) => {
      const all = some.flat();
      const idOf = (item: Item) => item.id;
      const listedOnce = listOnce(some, idOf);
      expect(listedOnce.map(idOf)).toEqual([...new Set(all.map(idOf))]);
      for (const item of listedOnce) expect(all.find((candidate) => candidate.id === item.id)).toBe(item);
    }),
  );
});
