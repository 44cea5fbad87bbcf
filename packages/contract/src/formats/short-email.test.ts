import { expect, test } from "vitest";
import { shortEmail } from "./short-email.ts";

test.each([
  ["ana.souza@exemplo.com.br", "a•••@exemplo.com.br"],
  ["a@exemplo.com.br", "a•••@exemplo.com.br"],
  ["élia@exemplo.com.br", "é•••@exemplo.com.br"],
  ['"x@y"@exemplo.com.br', '"•••@exemplo.com.br'],
  ["sem arroba", "sem arroba"],
])("[T83] %s is shown as %s", (email, shownEmail) => {
  expect(shortEmail(email)).toBe(shownEmail);
});
