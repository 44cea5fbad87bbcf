import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveSecurityContact } from "./security-contact.ts";

const NOW = new Date("2026-11-26T15:30:00Z");
const app = Fastify();
let email: string | undefined;

beforeAll(async () => {
  serveSecurityContact(app, {
    emailOf: () => email,
    originOf: ({ headers }) => (headers.host === "localhost" ? "http://localhost" : `https://${headers.host}`),
    now: () => NOW,
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: "NOT_FOUND" }));
  await app.ready();
});

afterAll(() => app.close());

const get = (host: string) => app.inject({ url: "/.well-known/security.txt", headers: { host } });

describe("/.well-known/security.txt", () => {
  test("names the contact, the languages, its own address and an end within a year, as RFC 9116 demands", async () => {
    email = "seguranca@caramelo.example";
    const { statusCode, headers, body } = await get("caramelo.example");
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toBe(
      [
        "Contact: mailto:seguranca@caramelo.example",
        "Expires: 2027-05-25T00:00:00.000Z",
        "Preferred-Languages: pt, en",
        "Canonical: https://caramelo.example/.well-known/security.txt",
        "",
      ].join("\n"),
    );
  });

  test("follows a contact that the operator changes while the site runs", async () => {
    email = "suporte@caramelo.example";
    expect((await get("caramelo.example")).body).toContain("Contact: mailto:suporte@caramelo.example\n");
  });

  test("claims no canonical address without https", async () => {
    email = "suporte@caramelo.example";
    expect((await get("localhost")).body).not.toContain("Canonical");
  });

  test("is missing where reports would be undeliverable", async () => {
    email = undefined;
    expect((await get("caramelo.example")).statusCode).toBe(404);
  });
});
