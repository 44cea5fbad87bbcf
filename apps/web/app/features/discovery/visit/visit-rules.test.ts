import { SEED_MAX } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { type Place, readPlaces, VISIT_MS, withPlace } from "./visit-rules.ts";

const NOW = 1_800_000_000_000;
const place = (changes: Partial<Place> = {}): Place => ({ seed: 7, top: 1_400, count: 48, leftAt: NOW, ...changes });

describe("the places of a visit", () => {
  test("[D3.02] a list keeps its order and its place for 30 minutes after the member left it, and no longer", () => {
    const storedPlaces = JSON.stringify({ todos: place() });
    expect(readPlaces(storedPlaces, NOW + VISIT_MS - 1)).toEqual({ todos: place() });
    expect(readPlaces(storedPlaces, NOW + VISIT_MS)).toEqual({});
  });

  test("an invalid place is left out, as an older version of the page may have written it", () => {
    expect(readPlaces(null, NOW)).toEqual({});
    expect(readPlaces("7", NOW)).toEqual({});
    expect(readPlaces("null", NOW)).toEqual({});
    const storedPlaces = { ok: place(), bad: { ...place(), seed: "7" }, gone: null, below: place({ top: -1 }) };
    expect(readPlaces(JSON.stringify(storedPlaces), NOW)).toEqual({ ok: place() });
  });

  test("a place that the server or the browser could not follow is left out, and so is one of a clock that was set back", () => {
    const storedPlaces = {
      ok: place({ seed: SEED_MAX, count: 5_000 }),
      seed: place({ seed: SEED_MAX + 1 }),
      count: place({ count: 5_001 }),
      later: place({ leftAt: NOW + 1 }),
    };
    expect(readPlaces(JSON.stringify(storedPlaces), NOW)).toEqual({ ok: storedPlaces.ok });
  });

  test("a list replaces its own place, and among many the one left longest ago is forgotten", () => {
    expect(withPlace({ a: place() }, "a", place({ top: 3 }))).toEqual({ a: place({ top: 3 }) });
    const twelve = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`list ${at}`, place({ leftAt: NOW - 12 + at })]),
    );
    const next = withPlace(twelve, "one more", place());
    expect(Object.keys(next)).toHaveLength(12);
    expect(next["list 0"]).toBeUndefined();
    expect(next["one more"]).toEqual(place());
  });
});
