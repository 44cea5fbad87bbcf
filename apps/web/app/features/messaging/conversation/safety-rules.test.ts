import { expect, test } from "vitest";
import { describeWarnings } from "./safety-rules.ts";

test("[T64] what a message was warned of is one list in words", () => {
  expect(describeWarnings(["phone"])).toBe("um número de telefone");
  expect(describeWarnings(["pix_key", "phone", "email"])).toBe(
    "chave Pix ou dados de conta, um número de telefone e um e-mail",
  );
});
