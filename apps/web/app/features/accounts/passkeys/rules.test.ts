import { describe, expect, test } from "vitest";
import { browserErrorText, findObstacle, passkeyDates } from "./rules.ts";

const here = { isSecure: true, hasCredentials: true, hostname: "caramelo.example", port: "" };

describe("passkeys", () => {
  test.each(["caramelo.example", "localhost", "meu-site.local"])("can be used at %s", (hostname) => {
    expect(findObstacle({ ...here, hostname })).toBeUndefined();
  });

  test("need an address that begins with https", () => {
    expect(findObstacle({ ...here, isSecure: false, hasCredentials: false })).toMatch(/endereço seguro/);
  });

  test.each(["127.0.0.1", "127.1.2.3", "[::1]"])("need the name of this machine in place of %s", (hostname) => {
    expect(findObstacle({ ...here, hostname, port: "3000" })).toContain("http://localhost:3000.");
    expect(findObstacle({ ...here, hostname })).toContain("http://localhost.");
  });

  test.each(["192.168.0.10", "10.0.0.1", "[fd00::1]"])("need a name in place of %s", (hostname) => {
    expect(findObstacle({ ...here, hostname })).toMatch(/não com números/);
  });

  test("need a browser that has them", () => {
    expect(findObstacle({ ...here, hasCredentials: false })).toMatch(/Este navegador/);
  });
});

test.each([
  ["NotAllowedError", /não foi confirmada/],
  ["InvalidStateError", /já tem uma chave/],
  ["SecurityError", /Este endereço/],
  ["TypeError", /erro inesperado/],
  ["", /erro inesperado/],
])("the browser's %s is shown in Portuguese", (name, text) => {
  expect(browserErrorText(name)).toMatch(text);
});

test("a passkey shows when it was added and last used", () => {
  const createdAt = "2026-11-21T15:00:00Z";
  expect(passkeyDates({ createdAt, lastUsedAt: null })).toBe("Adicionada em 21/11/2026, nunca usada");
  expect(passkeyDates({ createdAt, lastUsedAt: "2026-11-25T15:00:00Z" })).toBe(
    "Adicionada em 21/11/2026, último uso em 25/11/2026",
  );
});
