// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { celebrateMatch } from "./celebrate-match.ts";
import { vibrate } from "./motion.ts";

const session = vi.hoisted(() => ({ hasSound: true }));
const rung = vi.hoisted(() => [] as [string, boolean][]);
vi.mock("./session.ts", () => ({ readSession: () => ({ user: { preferences: session } }) }));
vi.mock("./ring-once.ts", () => ({ ringOnce: async (id: string, isWanted: boolean) => rung.push([id, isWanted]) }));

let vibrations: unknown[];
let isReduced: boolean;

beforeEach(() => {
  vibrations = [];
  rung.length = 0;
  isReduced = false;
  session.hasSound = true;
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
  vi.stubGlobal("navigator", {
    userActivation: { hasBeenActive: true },
    vibrate: (pattern: unknown) => vibrations.push(pattern) > 0,
  });
  return () => vi.unstubAllGlobals();
});

test("[K4.33] a match vibrates and plays its sound", () => {
  celebrateMatch("ana");
  expect(vibrations).toHaveLength(1);
  expect(rung).toEqual([["match ana", true]]);
});

test("[K4.33] a match only vibrates where Som is off", () => {
  session.hasSound = false;
  celebrateMatch("ana");
  expect(vibrations).toHaveLength(1);
  expect(rung).toEqual([["match ana", false]]);
});

test("[K4.33] with reduced motion a match neither vibrates nor plays a sound", () => {
  isReduced = true;
  celebrateMatch("ana");
  vibrate();
  expect(vibrations).toEqual([]);
  expect(rung).toEqual([["match ana", false]]);
});

test("[K4.33] a device that cannot vibrate, and a page without a first touch, stay still", () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false }, vibrate: () => vibrations.push("early") > 0 });
  celebrateMatch("ana");
  vi.stubGlobal("navigator", {});
  vibrate();
  expect(vibrations).toEqual([]);
});
