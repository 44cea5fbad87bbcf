import { expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import {
  eraseOn,
  erasureMail,
  isNewsSince,
  mayTakeBack,
  readMoment,
  remindedUntil,
  repeatedFrom,
  takenBackMail,
  walkedBefore,
} from "./rules.ts";

const now = new Date("2026-11-27T12:00:00Z");

test("[D5.17] an erasure begins after thirty days, with a reminder three days before", () => {
  expect(eraseOn(now)).toEqual(new Date("2026-12-27T12:00:00Z"));
  expect(remindedUntil(now)).toEqual(new Date("2026-11-30T12:00:00Z"));
});

test("[D5.17] an erasure can be cancelled until its moment, and not once it has begun", () => {
  const endsAt = eraseOn(now);
  const justBefore = new Date(endsAt.getTime() - 1);
  expect(mayTakeBack({ endsAt, begunAt: null }, justBefore)).toBe(true);
  expect(mayTakeBack({ endsAt, begunAt: null }, endsAt)).toBe(false);
  // The clock of another machine has begun it a moment ago.
  expect(mayTakeBack({ endsAt, begunAt: justBefore }, justBefore)).toBe(false);
});

test("[T53] the steps run once more an hour later", () => {
  expect(walkedBefore(now)).toEqual(new Date("2026-11-27T11:00:00Z"));
});

test("[D5.17] a restored database learns of requests and cancellations since its backup, and of every erasure that has begun", () => {
  const [before, at] = ["2026-11-27T11:59:59.999Z", "2026-11-27T12:00:00.000Z"];
  expect(isNewsSince({ what: "requested", at: before }, now)).toBe(false);
  expect(isNewsSince({ what: "taken back", at: before }, now)).toBe(false);
  expect(isNewsSince({ what: "begun", at: before }, now)).toBe(true);
  expect(isNewsSince({ what: "requested", at }, now)).toBe(true);
  expect(isNewsSince({ what: "taken back", at }, now)).toBe(true);
});

test("[D5.17] a waiting member of a restored database has a week to cancel the erasure, and is reminded within it", () => {
  expect(repeatedFrom(now)).toEqual(new Date("2026-12-04T12:00:00Z"));
  expect(repeatedFrom(now).getTime()).toBeGreaterThan(remindedUntil(now).getTime());
});

test("the time of a database is written with its zone", () => {
  expect(readMoment("2026-11-27T09:00:00-03:00")).toEqual(now);
  for (const text of [undefined, "", "yesterday", "2026-11-27", "2026-11-27T12:00:00"])
    expect(() => readMoment(text), text).toThrow("--since 2026-11-20T03:00:00Z");
});

// In São Paulo it is still the day before.
const endsAt = new Date("2026-12-28T02:30:00Z");

test.each(["erasure-requested", "erasure-reminder"] as const)(
  "[D5.17] the mail %s names the day of São Paulo on which the erasure begins, and leads to the sign-in",
  (kind) => {
    const mail = erasureMail(kind, endsAt, "https://caramelo.example");
    expect(mail.kind).toBe(kind);
    expect(mail.text).toContain("começa em 27 de dezembro de 2026.");
    expect(mail.text).toContain("https://caramelo.example/login\n");
    expectTwinForms(mail);
  },
);

test("[D5.17] the mail about a cancelled erasure says that the profile is shown only if it is", () => {
  const kindOf = (isActive: boolean, hiddenAt: Date | null) => takenBackMail({ isActive, hiddenAt }).kind;
  expect(kindOf(true, null)).toBe("erasure-taken-back-shown");
  for (const hidden of [kindOf(false, null), kindOf(true, endsAt), kindOf(false, endsAt)])
    expect(hidden).toBe("erasure-taken-back");
});
