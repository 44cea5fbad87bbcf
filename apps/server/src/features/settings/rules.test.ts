import { expect, test } from "vitest";
import { DEFAULTS, settingsOf } from "./rules.ts";

test("settings without a row are the defaults: quiet outside, and nothing that others would see", () => {
  const nothing = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, null]));
  expect(settingsOf(nothing)).toEqual(DEFAULTS);
  expect(DEFAULTS).toMatchObject({ hasNamesOutside: false, offersAvailability: false, isInvisible: false });
  expect([DEFAULTS.mailMessages, DEFAULTS.mailFavorites, DEFAULTS.mailVisits]).toEqual(["never", "never", "never"]);
});

test("settings that are stored hold, also those that are false, and nothing else is answered", () => {
  const stored = { hasSound: false, mailVisits: "daily" as const, hasPopUps: null, other: 1 };
  expect(settingsOf(stored)).toEqual({ hasSound: false, mailVisits: "daily", hasPopUps: true });
});
