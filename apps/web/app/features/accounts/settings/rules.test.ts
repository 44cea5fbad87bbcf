import { expect, test } from "vitest";
import { findEmailChangeErrors, findPasswordChangeErrors, lastSeenText } from "./rules.ts";

test("a password change asks for the current password, whatever its length", () => {
  const next = { password: "boa-senha", passwordConfirmation: "boa-senha" };
  expect(findPasswordChangeErrors({ currentPassword: "", ...next })).toEqual({
    currentPassword: "Senha é obrigatória",
  });
  expect(findPasswordChangeErrors({ currentPassword: "1", ...next })).toEqual({});
});

test("an address change asks for another address than the present one, and for the password", () => {
  const own = "ana@exemplo.com.br";
  expect(findEmailChangeErrors({ email: " ANA@exemplo.com.br ", currentPassword: "" }, own)).toEqual({
    email: "Este já é o seu e-mail",
    currentPassword: "Senha é obrigatória",
  });
  expect(findEmailChangeErrors({ email: "nova@exemplo.com.br", currentPassword: "x" }, own)).toEqual({});
  expect(findEmailChangeErrors({ email: "nova", currentPassword: "x" }, own)).toEqual({ email: "Email inválido" });
});

const now = new Date("2026-11-21T15:00:00Z");

test.each([
  ["2026-11-21T15:00:30Z", "Usado agora há pouco"],
  ["2026-11-21T14:59:00Z", "Usado agora há pouco"],
  ["2026-11-21T14:58:01Z", "Usado agora há pouco"],
  ["2026-11-21T14:58:00Z", "Usado há 2 minutos"],
  ["2026-11-21T14:55:00Z", "Usado há 5 minutos"],
  ["2026-11-21T13:30:00Z", "Usado há 1 hora"],
  ["2026-11-20T14:00:00Z", "Usado há 1 dia"],
  ["2026-11-11T14:00:00Z", "Usado há 10 dias"],
  ["2026-10-22T15:00:01Z", "Usado há 29 dias"],
  ["2026-10-22T15:00:00Z", "Usado em 22/10/2026"],
  ["2026-09-01T15:00:00Z", "Usado em 01/09/2026"],
])("a device that was used at %s shows %j", (lastSeenAt, text) => {
  expect(lastSeenText(lastSeenAt, now)).toBe(text);
});
