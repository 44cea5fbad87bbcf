import { expect, test } from "vitest";
import { findInvisibleState, findSectionInView, isUsedByShell, previewAvailability } from "./rules.ts";

test.each([
  [false, true, "off"],
  [true, true, "on"],
  [false, false, "locked"],
  [true, false, "resting"],
] as const)("the invisible mode that is %j is, with premium %j, %j", (isInvisible, isPremium, state) => {
  expect(findInvisibleState(isInvisible, isPremium)).toBe(state);
});

test("a member is shown as available only when they offer it and do not hide their presence", () => {
  expect(previewAvailability({ offersAvailability: true, isPresenceHidden: false })).toBe("available");
  expect(previewAvailability({ offersAvailability: true, isPresenceHidden: true })).toBe("offline");
  expect(previewAvailability({ offersAvailability: false, isPresenceHidden: false })).toBe("offline");
});

test("the shell uses the settings of pop-ups, sound and titles, but not of mails", () => {
  expect((["hasPopUps", "hasSound", "hasDiscreetTitles"] as const).every(isUsedByShell)).toBe(true);
  expect(isUsedByShell("mailMessages")).toBe(false);
});

test("the section in view is the last one that has passed the upper third", () => {
  const tops = [
    { id: "conta", top: -400 },
    { id: "notificacoes", top: 200 },
    { id: "privacidade", top: 500 },
  ];
  expect(findSectionInView(tops, 900)).toBe("notificacoes");
  expect(findSectionInView([{ id: "conta", top: 700 }], 900)).toBe("conta");
  expect(findSectionInView([], 900)).toBeUndefined();
});
