import { expect, test } from "vitest";
import { parseUrl } from "./url-rules.ts";

test("[D5.40] addresses are read without what only newer browsers have", () => {
  expect(parseUrl("https://exemplo.com.br/a")?.host).toBe("exemplo.com.br");
  expect(parseUrl("/mensagens", "https://caramelo.example")?.pathname).toBe("/mensagens");
  expect(parseUrl("https://")).toBeUndefined();
  expect(parseUrl("mensagens")).toBeUndefined();
});
