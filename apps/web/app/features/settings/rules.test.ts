import { expect, test } from "vitest";
import { findSectionInView, isOfTheShell, judgeInvisible, previewAvailability } from "./rules.ts";

test.each([
  [false, true, "off"],
  [true, true, "on"],
  [false, false, "locked"],
  [true, false, "resting"],
] as const)("invisible %j with premium %j is %j", (isInvisible, isPremium, state) => {
  expect(judgeInvisible(isInvisible, isPremium)).toBe(state);
});

test("only who offers it and hides nothing is shown as available", () => {
  expect(previewAvailability({ offersAvailability: true, isPresenceHidden: false })).toBe("available");
  expect(previewAvailability({ offersAvailability: true, isPresenceHidden: true })).toBe("offline");
  expect(previewAvailability({ offersAvailability: false, isPresenceHidden: false })).toBe("offline");
});

test("pop-ups, sound and titles are of the shell; mails are not", () => {
  expect((["hasPopUps", "hasSound", "hasDiscreetTitles"] as const).every(isOfTheShell)).toBe(true);
  expect(isOfTheShell("mailMessages")).toBe(false);
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
