import { expect, test } from "vitest";
import { DEFAULTS, settingsOf } from "./rules.ts";

test("settings without a row are the defaults, which send no mails and show nothing to others", () => {
  const nothing = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, null]));
  expect(settingsOf(nothing)).toEqual(DEFAULTS);
  expect(DEFAULTS).toMatchObject({ hasNamesOutside: false, offersAvailability: false, isInvisible: false });
  expect([DEFAULTS.mailMessages, DEFAULTS.mailFavorites, DEFAULTS.mailVisits]).toEqual(["never", "never", "never"]);
});

test("stored settings override the defaults, also where they are false, and no others are returned", () => {
  const storedSettings = { hasSound: false, mailVisits: "daily" as const, hasPopUps: null, other: 1 };
  expect(settingsOf(storedSettings)).toEqual({ hasSound: false, mailVisits: "daily", hasPopUps: true });
});
