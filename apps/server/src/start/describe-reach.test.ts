import { readFileSync } from "node:fs";
import type { NetworkInterfaceInfo } from "node:os";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { addressOf, describeReach } from "./describe-reach.ts";
import { describeErrors } from "./environment-errors.mjs";

function getConfig(env: Record<string, string>) {
  const configResult = readConfig(env);
  if (!configResult.ok) throw new Error(configResult.errors.join(" "));
  return configResult.config;
}

const listening = { address: "0.0.0.0", family: "IPv4", port: 4123 };
const info = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: "IPv4",
  netmask: "255.255.255.0",
  mac: "00:00:00:00:00:00",
  cidr: null,
});
const interfaces = { lo: [info("127.0.0.1", true)], wifi: [info("192.168.0.10")] };

const PASSKEYS = "Passkeys need a name in place of numbers: http://localhost:4123";

function describeStart(env: Record<string, string>) {
  const config = getConfig(env);
  const address = addressOf(listening, config);
  return { address, lines: describeReach(config, address, interfaces) };
}

describe("the start", () => {
  test("prints the address with the port that the system chose, and on loopback only the name of this machine", () => {
    expect(describeStart({ PORT: "0" })).toEqual({ address: "http://127.0.0.1:4123", lines: [PASSKEYS] });
  });

  test("[D2.04] warns when other machines reach it without https, and says what to type on a phone", () => {
    const { address, lines } = describeStart({ HOST: "0.0.0.0" });
    expect(address).toBe("http://127.0.0.1:4123");
    expect(lines).toEqual([
      PASSKEYS,
      expect.stringMatching(/^WARNING: without https the session cookie is not protected/),
      "Reachable from other machines at http://192.168.0.10:4123.",
    ]);
    expect(describeStart({ PUBLIC_URL: "http://192.168.0.10" }).lines[0]).toMatch(/^WARNING: without https/);
  });

  test("does not warn behind https", () => {
    const env = { HOST: "0.0.0.0", MODE: "demo", PUBLIC_URL: "https://caramelo.example" };
    expect(describeStart(env)).toEqual({
      address: "https://caramelo.example",
      lines: ["Reachable from other machines at 0.0.0.0."],
    });
  });
});

describe("a start that is refused", () => {
  const { errors } = readConfig({ MODE: "production", PAYMENTS: "pix,stripe,mercadopago", PORT: "x" }) as {
    errors: string[];
  };

  test("[D1.17] lists everything at once, each with where to set it", () => {
    const lines = describeErrors(errors, "/srv/caramelo/.env");
    for (const name of [
      "PORT",
      "PUBLIC_URL",
      "ADMIN_PASSWORD",
      "COMPANY_CNPJ",
      "SMTP_URL",
      "PIX_KEY",
      "STRIPE_SECRET_KEY",
    ]) {
      const at = lines.findIndex((line) => line.startsWith(`  - ${name} `));
      expect(lines[at + 1], name).toMatch(/^ {6}Set it in the environment or in \.env/);
    }
    const company = lines.findIndex((line) => line.startsWith("  - COMPANY_NAME"));
    expect(lines[company + 1]).toContain("/admin/configuracoes");
    expect(lines.at(-1)).toContain("/srv/caramelo/.env");
  });

  test("names only chapters that docs/operations.md has", () => {
    const guide = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
    const namedChapters = describeErrors([...errors, "DATABASE_URL must.", "TRUST_PROXY must."], "").flatMap(
      (line) => /docs\/operations\.md, "([^"]+)"/.exec(line)?.[1] ?? [],
    );
    expect(new Set(namedChapters).size).toBeGreaterThan(5);
    for (const chapter of namedChapters) expect(guide).toContain(`\n## ${chapter}\n`);
  });
});
