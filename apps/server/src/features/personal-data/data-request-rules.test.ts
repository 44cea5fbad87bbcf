import { describe, expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import {
  alarmBefore,
  changedEmailOf,
  dataRequestAnsweredMail,
  dataRequestConfirmationMail,
  dataRequestDueAt,
  dataRequestReceivedMail,
  dataRequestsDueMail,
  unconfirmedBefore,
} from "./data-request-rules.ts";

const now = new Date("2026-11-27T12:00:00Z");
const ID = "0198c7e2-5f04-7c11-9b1e-2f6a3d5c8e70";
const ORIGIN = "https://caramelo.example";

test("[D5.18] a request is answered within fifteen days, and the staff is called three days before their end", () => {
  expect(dataRequestDueAt(now)).toEqual(new Date("2026-12-12T12:00:00Z"));
  expect(alarmBefore(now)).toEqual(new Date("2026-11-30T12:00:00Z"));
});

test("[D5.18] the link that confirms a request is valid for a week", () => {
  expect(unconfirmedBefore(now)).toEqual(new Date("2026-11-20T12:00:00Z"));
});

test("[D5.18] staff see that the answer goes to another address than that of the request, while it waits", () => {
  const waitingRequest = { email: "ana@example.com", answeredAt: null };
  expect(changedEmailOf(waitingRequest, "ana@example.com")).toBeNull();
  expect(changedEmailOf(waitingRequest, "nova@example.com")).toBe("nova@example.com");
  // A request without an account.
  expect(changedEmailOf(waitingRequest, null)).toBeNull();
  expect(changedEmailOf({ ...waitingRequest, answeredAt: now }, "nova@example.com")).toBeNull();
});

const receivedMail = dataRequestReceivedMail(ID);
const confirmation = dataRequestConfirmationMail(ID, ORIGIN, "x");
const answeredMail = dataRequestAnsweredMail(ID, "Guardamos o seu e-mail.");
const due = dataRequestsDueMail(2, ORIGIN);

describe("[D5.18] each mail about requests", () => {
  test.each([receivedMail, confirmation, answeredMail, due].map((mail) => [mail.kind, mail] as const))(
    "%s fills every placeholder, in both forms",
    (_, mail) => {
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/[{}]/);
      expect(mail.html).not.toMatch(/\{[a-z]+\}/);
      expectTwinForms(mail);
    },
  );

  test("to the sender of one quotes its number, and says in how many days it is answered", () => {
    for (const { text } of [receivedMail, confirmation, answeredMail])
      expect(text).toContain("Número do pedido: 6A3D5C8E70.");
    for (const { text } of [receivedMail, confirmation]) expect(text).toContain("em até 15 dias");
    expect(answeredMail.text).toContain("Guardamos o seu e-mail.");
    expect(confirmation.text).toContain("vale por 7 dias");
    expect(confirmation.text).toContain(`${ORIGIN}/confirmar-pedido#x\n`);
  });

  test("to the staff counts those that are nearly due, and leads to their list", () => {
    expect(due.text).toContain("prazo de 15 dias, sem resposta: 2.");
    expect(due.text).toContain(`${ORIGIN}/admin/pedidos-de-dados\n`);
  });
});
