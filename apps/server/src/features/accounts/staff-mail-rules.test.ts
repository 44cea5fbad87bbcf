import { brand } from "@caramelo/contract/brand/brand";
import { expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import {
  factorRemovedMail,
  factorSetUpMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
} from "./staff-mail-rules.ts";

const all = [factorSetUpMail(), factorRemovedMail(), recoveryCodesRenewedMail(), recoveryCodeUsedMail(9)];

test.each(all.map((mail) => [mail.kind, mail] as const))(
  "[D2.12][T62] %s says no more than that it is about the account, and what to do if it was not you",
  (_, mail) => {
    const { subject, text } = mail;
    expect(subject).toContain(brand.name);
    expect(subject).not.toMatch(/duas etapas|código|administra|http|#/i);
    expect(text).toContain("Se não foi você, troque a sua senha agora");
    expectTwinForms(mail);
  },
);

test("[D2.12] a used recovery code says how many are left", () => {
  expect(recoveryCodeUsedMail(9).text).toContain("Códigos que ainda valem: 9.");
});
