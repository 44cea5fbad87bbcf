import { describe, expect, test } from "vitest";
import { isLoopback, readConfig } from "./config.ts";

function getConfig(env: Record<string, string> = {}) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.faults.join("\n"));
  return read.config;
}

function faultsOf(env: Record<string, string>): string[] {
  const read = readConfig(env);
  return read.ok ? [] : read.faults;
}

test("nothing has to be set: a demo on this machine's own address", () => {
  const config = getConfig();
  expect(config).toMatchObject({ port: 3000, host: "127.0.0.1", mode: "demo", hasDemo: true, logLevel: "warn" });
  expect(config).toMatchObject({ databaseUrl: undefined, trustProxy: undefined, publicUrl: undefined });
  expect(config.dataDir).toMatch(/^\/.*data$/);
});

test("an empty value means not set", () => {
  expect(getConfig({ PORT: "", MODE: "", TRUST_PROXY: "", ADMIN_PASSWORD: "" })).toEqual(getConfig());
});

describe("mode", () => {
  test("[D1.16] demo by default, also with an http address", () => {
    expect(getConfig().mode).toBe("demo");
    expect(getConfig({ PUBLIC_URL: "http://caramelo.example" }).mode).toBe("demo");
  });

  test("[D1.16] production when asked, or when PUBLIC_URL is https", () => {
    expect(faultsOf({ MODE: "production" })).toContain(
      "PUBLIC_URL must be the https address of the site when MODE=production.",
    );
    expect(faultsOf({ PUBLIC_URL: "https://caramelo.example" })).toContain(
      "ADMIN_PASSWORD must be set when MODE=production.",
    );
  });

  test("[D1.16] an https demo is possible when it is asked for", () => {
    expect(getConfig({ MODE: "demo", PUBLIC_URL: "https://caramelo.example" })).toMatchObject({
      mode: "demo",
      isHttps: true,
      hasSecureCookies: true,
    });
  });

  test("[D1.17][D2.04] production names every fault at once: plain http, demo data, company, mail, payments", () => {
    const faults = faultsOf({ MODE: "production", PUBLIC_URL: "http://caramelo.example", DEMO: "on" });
    const parts = [/^PUBLIC_URL .*https/, /^DEMO must be off/, /^ADMIN_PASSWORD/, /CNPJ/, /^SMTP_URL must/, /payments/];
    for (const part of parts) expect(faults.filter((fault) => part.test(fault))).toHaveLength(1);
    expect(faults).toHaveLength(parts.length);
  });

  test("[D1.17] a malformed setting does not hide what production misses", () => {
    const faults = faultsOf({ MODE: "production", PORT: "many", ADMIN_PASSWORD: "short" });
    const named = faults.map((fault) => fault.split(" ")[0]);
    expect(named).toContain("PORT");
    expect(named).toContain("PUBLIC_URL");
    expect(faults.filter((fault) => fault.startsWith("ADMIN_PASSWORD"))).toEqual([
      "ADMIN_PASSWORD is too short: it must have 12 to 128 characters and not be a usual one.",
    ]);
  });

  test("[D1.17] demo data is off in production unless somebody insists, which is refused", () => {
    const env = { PUBLIC_URL: "https://caramelo.example", ADMIN_PASSWORD: "uma senha bem longa" };
    expect(faultsOf(env).some((fault) => fault.startsWith("DEMO"))).toBe(false);
    expect(faultsOf({ ...env, DEMO: "on" }).some((fault) => fault.startsWith("DEMO"))).toBe(true);
  });
});

describe("the session cookie", () => {
  test.each([
    ["127.0.0.1", true],
    ["127.8.9.1", true],
    ["localhost", true],
    ["::1", true],
    ["[::1]", true],
    ["0.0.0.0", false],
    ["192.168.0.10", false],
    ["127.evil.example", false],
    ["localhost.evil.example", false],
  ])("[D2.03][D2.04] %s is loopback: %s", (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
    expect(getConfig({ HOST: host }).hasSecureCookies).toBe(expected);
  });

  test("[D2.03] the public address decides, whatever the machine listens on", () => {
    expect(getConfig({ HOST: "0.0.0.0", MODE: "demo", PUBLIC_URL: "https://caramelo.example" }).hasSecureCookies).toBe(
      true,
    );
    expect(getConfig({ HOST: "127.0.0.1", PUBLIC_URL: "http://192.168.0.10" }).hasSecureCookies).toBe(false);
    expect(getConfig({ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" }).hasSecureCookies).toBe(true);
  });
});

describe("limits", () => {
  test("[D2.37][D2.38][D2.39][D2.40][D2.41][D2.42][D2.43][D2.44][D2.45] each has the decided default and is a setting", () => {
    expect(getConfig().limits).toEqual({
      signInAccount: { points: 10, seconds: 900 },
      signInAddress: { points: 60, seconds: 3600 },
      signUpAddress: { points: 20, seconds: 3600 },
      recovery: { points: 3, seconds: 3600 },
      links: { points: 60, seconds: 3600 },
      messages: { points: 10, seconds: 10 },
      favorites: { points: 120, seconds: 3600 },
      reports: { points: 10, seconds: 86_400 },
      uploads: { points: 40, seconds: 3600 },
      views: { points: 300, seconds: 600 },
      presence: { points: 60, seconds: 600 },
    });
    const limits = {
      LIMIT_SIGN_IN_ACCOUNT: "3/60",
      LIMIT_SIGN_IN_ADDRESS: "4/61",
      LIMIT_SIGN_UP_ADDRESS: "5/62",
      LIMIT_MESSAGES: "6/63",
      LIMIT_FAVORITES: "7/64",
      LIMIT_VIEWS: "8/65",
      LIMIT_PRESENCE: "9/66",
      LIMIT_RECOVERY: "10/67",
      LIMIT_LINKS: "11/68",
      LIMIT_REPORTS: "12/69",
      LIMIT_UPLOADS: "13/70",
    };
    expect(getConfig(limits).limits).toEqual({
      signInAccount: { points: 3, seconds: 60 },
      signInAddress: { points: 4, seconds: 61 },
      signUpAddress: { points: 5, seconds: 62 },
      messages: { points: 6, seconds: 63 },
      favorites: { points: 7, seconds: 64 },
      views: { points: 8, seconds: 65 },
      presence: { points: 9, seconds: 66 },
      recovery: { points: 10, seconds: 67 },
      links: { points: 11, seconds: 68 },
      reports: { points: 12, seconds: 69 },
      uploads: { points: 13, seconds: 70 },
    });
  });

  test.each(["0/60", "10", "10/0", "-1/60", "10/60/1", "ten/60", "1e3/60", " 1/60"])("%j is no limit", (text) => {
    expect(faultsOf({ LIMIT_SIGN_UP_ADDRESS: text })).toEqual([
      "LIMIT_SIGN_UP_ADDRESS must be attempts/seconds, such as 10/900.",
    ]);
  });
});

describe("settings that are refused", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "3000x"],
    ["MODE", "test"],
    ["DEMO", "yes"],
    ["DATABASE_URL", "mysql://localhost/caramelo"],
    ["DATABASE_URL", "not an address"],
    ["PUBLIC_URL", "caramelo.example"],
    ["PUBLIC_URL", "ftp://caramelo.example"],
    ["PUBLIC_URL", "http://caramelo.example/app"],
    ["PUBLIC_URL", "http://caramelo.example/?a=1"],
    ["ADMIN_EMAIL", "admin"],
    ["ADMIN_EMAIL", `${"a".repeat(250)}@exemplo.invalid`],
    ["LOG_LEVEL", "loud"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "1"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "::/0"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "10.0.0.0/8/8"],
    ["TRUST_PROXY", "127.0.0.1,proxy.example"],
    ["SMTP_URL", "mail.example"],
    ["SMTP_URL", "https://mail.example"],
    ["EMAIL_CONFIRMATION", "yes"],
    ["PUSH_SERVICES", "fcm.googleapis.com"],
    ["PUSH_SERVICES", "https://fcm.googleapis.com/path"],
    ["PUSH_SERVICES", "https://*"],
  ])("%s=%s is named in one sentence", (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must .*\\.$`));
  });

  test("several are told at once, and no value is repeated", () => {
    const faults = faultsOf({ PORT: "x", LOG_LEVEL: "loud", ADMIN_PASSWORD: "sesamo" });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual(["PORT", "ADMIN_PASSWORD", "LOG_LEVEL"]);
    expect(faults.join()).not.toContain("sesamo");
  });

  test("[D2.17] an admin's password of 11 characters, also when they are emoji", () => {
    expect(faultsOf({ ADMIN_PASSWORD: "elevenchars" })).toHaveLength(1);
    expect(faultsOf({ ADMIN_PASSWORD: "🔑".repeat(11) })).toHaveLength(1);
    expect(faultsOf({ ADMIN_PASSWORD: "🔑".repeat(12) })).toEqual([]);
  });
});

describe("mail and push", () => {
  test("[D2.22] addresses are confirmed in production, and not in a demo, unless somebody says otherwise", () => {
    const live = { MODE: "production", PUBLIC_URL: "https://caramelo.example" };
    expect(faultsOf(live).some((fault) => fault.startsWith("SMTP_URL must"))).toBe(true);
    expect(faultsOf({ ...live, SMTP_URL: "smtps://mail.example" }).some((one) => one.startsWith("SMTP_URL"))).toBe(
      false,
    );
    expect(getConfig().confirmsEmails).toBe(false);
    expect(getConfig({ EMAIL_CONFIRMATION: "on" }).confirmsEmails).toBe(true);
  });

  test("[T09] links begin with the public address, or with that of this machine", () => {
    expect(getConfig({ MODE: "demo", PUBLIC_URL: "https://caramelo.example" }).origin).toBe("https://caramelo.example");
    expect(getConfig({ PORT: "4000" }).origin).toBe("http://localhost:4000");
    expect(getConfig({ HOST: "192.168.0.10" }).origin).toBe("http://192.168.0.10:3000");
  });

  test("the sender of mails is the brand unless somebody names another", () => {
    expect(getConfig().mailFrom).toMatch(/^.+ <.+@.+>$/);
    expect(getConfig({ MAIL_FROM: "Clube <oi@clube.example>" }).mailFrom).toBe("Clube <oi@clube.example>");
  });
});

test("trusted proxies are addresses, networks or named networks", () => {
  expect(getConfig({ TRUST_PROXY: "127.0.0.1, 10.0.0.0/8,fd00::/8,loopback" }).trustProxy).toBe(
    "127.0.0.1, 10.0.0.0/8,fd00::/8,loopback",
  );
});

test("[T03] the admin's e-mail is compared in lower case", () => {
  expect(getConfig({ ADMIN_EMAIL: "Admin@Caramelo.Example" }).adminEmail).toBe("admin@caramelo.example");
});
