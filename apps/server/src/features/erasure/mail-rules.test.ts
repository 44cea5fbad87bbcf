import { expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import { erasureMail, takenBackMail } from "./mail-rules.ts";

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
  for (const hiddenKind of [kindOf(false, null), kindOf(true, endsAt), kindOf(false, endsAt)])
    expect(hiddenKind).toBe("erasure-taken-back");
});
