import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { describe, expect, test } from "vitest";
import { isLoopback } from "../platform/http/trusted-connection.ts";
import { lowerLimits, raiseLimits, readConfig } from "./config.ts";

function getConfig(env: Record<string, string> = {}) {
  const configResult = readConfig(env);
  if (!configResult.ok) throw new Error(configResult.errors.join("\n"));
  return configResult.config;
}

function listErrors(env: Record<string, string>): string[] {
  const configResult = readConfig(env);
  return configResult.ok ? [] : configResult.errors;
}

test("without any setting the configuration is a demo on this machine's own address", () => {
  const config = getConfig();
  expect(config).toMatchObject({ port: 3000, host: "127.0.0.1", mode: "demo", hasDemo: true, logLevel: "warn" });
  expect(config).toMatchObject({ databaseUrl: undefined, trustProxy: undefined, publicUrl: undefined });
  expect(config.dataDir).toMatch(/^\/.*data$/);
});

test("an empty value counts as not set", () => {
  expect(getConfig({ PORT: "", MODE: "", TRUST_PROXY: "", ADMIN_PASSWORD: "" })).toEqual(getConfig());
});

describe("the mode", () => {
  test("[D1.16] is demo by default, also with an http address", () => {
    expect(getConfig().mode).toBe("demo");
    expect(getConfig({ PUBLIC_URL: "http://caramelo.example" }).mode).toBe("demo");
  });

  test("[D1.16] is production when MODE says so or PUBLIC_URL is https", () => {
    expect(listErrors({ MODE: "production" })).toContain(
      "PUBLIC_URL must be the https address of the site when MODE=production.",
    );
    expect(listErrors({ PUBLIC_URL: "https://caramelo.example" })).toContain(
      "ADMIN_PASSWORD must be set when MODE=production.",
    );
  });

  test("[D1.16] stays demo with an https address when MODE says demo", () => {
    expect(getConfig({ MODE: "demo", PUBLIC_URL: "https://caramelo.example" })).toMatchObject({
      mode: "demo",
      isHttps: true,
    });
  });

  test("[D1.17][D2.04] production lists all errors at once: plain http, demo data, company, mail, payments", () => {
    const errors = listErrors({ MODE: "production", PUBLIC_URL: "http://caramelo.example", DEMO: "on" });
    const company = [/^COMPANY_NAME/, /^COMPANY_CNPJ/, /^COMPANY_ADDRESS/, /^DPO_CONTACT/, /^SUPPORT_EMAIL/];
    const others = [
      /^PUBLIC_URL .*https/,
      /^DEMO must be off/,
      /^ADMIN_PASSWORD/,
      /^ADMIN_EMAIL/,
      /^SMTP_URL must/,
      /payments/,
    ];
    const parts = [...company, ...others];
    for (const part of parts) expect(errors.filter((error) => part.test(error))).toHaveLength(1);
    expect(errors).toHaveLength(parts.length);
  });

  test("[D1.17] a malformed setting does not hide what production lacks", () => {
    const errors = listErrors({ MODE: "production", PORT: "many", ADMIN_PASSWORD: "short" });
    const namedSettings = errors.map((error) => error.split(" ")[0]);
    expect(namedSettings).toContain("PORT");
    expect(namedSettings).toContain("PUBLIC_URL");
    expect(errors.filter((error) => error.startsWith("ADMIN_PASSWORD"))).toEqual([
      "ADMIN_PASSWORD is too short: it must have 12 to 128 characters and not be a usual one.",
    ]);
  });

  test("[D1.17] production takes the company from the environment, or from what was saved at /admin/configuracoes", () => {
    const savedSettings = {
      companyName: "Clube Ltda.",
      cnpj: "11.222.333/0001-81",
      address: "Rua A, 1",
      dpoContact: "dpo@clube.example",
      supportEmail: "ajuda@clube.example",
    };
    const listCompany = (env: Record<string, string>, brand = {}) => {
      const configResult = readConfig({ MODE: "production", ...env }, brand);
      return configResult.ok ? [] : configResult.errors.filter((error) => /^(?:COMPANY|DPO|SUPPORT)_/.test(error));
    };
    expect(listCompany({}, savedSettings)).toEqual([]);
    expect(listCompany({}, { ...savedSettings, cnpj: "" })).toEqual([
      "COMPANY_CNPJ must be the company's CNPJ when MODE=production.",
    ]);
    const env = {
      COMPANY_NAME: "Clube Ltda.",
      COMPANY_CNPJ: "11222333000181",
      COMPANY_ADDRESS: "Rua A, 1",
      DPO_CONTACT: "Ana",
      SUPPORT_EMAIL: "ajuda@clube.example",
    };
    expect(listCompany(env)).toEqual([]);
    expect(listCompany({ ...env, COMPANY_CNPJ: "11222333000182" })).toEqual([
      "COMPANY_CNPJ must be a CNPJ with right check digits.",
    ]);
  });

  test("[D1.17] production starts with the company, a mail server and a payment provider", () => {
    const env = {
      PUBLIC_URL: "https://caramelo.example",
      ADMIN_EMAIL: "dona@clube.example",
      ADMIN_PASSWORD: "uma senha bem longa",
      SMTP_URL: "smtps://mail.example",
      PAYMENTS: "sandbox",
      SANDBOX_IN_PRODUCTION: "on",
      COMPANY_NAME: "Clube Ltda.",
      COMPANY_CNPJ: "11.222.333/0001-81",
      COMPANY_ADDRESS: "Rua A, 1",
      DPO_CONTACT: "Ana",
      SUPPORT_EMAIL: "ajuda@clube.example",
    };
    expect(listErrors(env)).toEqual([]);
    expect(listErrors({ ...env, ADMIN_EMAIL: "", SUPPORT_EMAIL: "oi@exemplo.invalid" })).toEqual([
      "ADMIN_EMAIL must be an address that somebody reads when MODE=production.",
      "SUPPORT_EMAIL must be an address that somebody reads when MODE=production.",
    ]);
    expect(getConfig(env)).toMatchObject({ mode: "production", hasDemo: false, confirmsEmails: true });
    expect(getConfig(env).requiresFactor).toBe(true);
    expect(getConfig({ ...env, ADMIN_2FA: "optional" }).requiresFactor).toBe(false);
  });

  test("[D1.17] production has no demo data, and refuses DEMO=on", () => {
    const env = { PUBLIC_URL: "https://caramelo.example", ADMIN_PASSWORD: "uma senha bem longa" };
    expect(listErrors(env).some((error) => error.startsWith("DEMO"))).toBe(false);
    expect(listErrors({ ...env, DEMO: "on" }).some((error) => error.startsWith("DEMO"))).toBe(true);
  });
});

describe("the session cookie is secure", () => {
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
  ])("[D2.03][D2.04] over http never, also when HOST is %s (loopback: %s)", (host, isExpected) => {
    expect(isLoopback(host)).toBe(isExpected);
    expect(getConfig({ HOST: host }).isHttps).toBe(false);
  });

  test("[D2.03] by the public address, whatever address the machine listens on", () => {
    expect(getConfig({ HOST: "0.0.0.0", MODE: "demo", PUBLIC_URL: "https://caramelo.example" }).isHttps).toBe(true);
    expect(getConfig({ HOST: "127.0.0.1", PUBLIC_URL: "http://192.168.0.10" }).isHttps).toBe(false);
    expect(getConfig({ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" }).isHttps).toBe(false);
  });
});

describe("a limit", () => {
  test("[D2.37][D2.38][D2.39][D2.40][D2.41][D2.42][D2.43][D2.44][D2.45] has the decided default and is a setting", () => {
    expect(getConfig().limits).toEqual({
      signInAccount: { points: 10, seconds: 900 },
      signInAddress: { points: 300, seconds: 3600 },
      signInEverywhere: { points: 30, seconds: 1800 },
      signInDevice: { points: 10, seconds: 900 },
      passkeyChallenges: { points: 600, seconds: 600 },
      signUpAddress: { points: 20, seconds: 3600 },
      recovery: { points: 3, seconds: 3600 },
      links: { points: 60, seconds: 3600 },
      messages: { points: 10, seconds: 10 },
      reactions: { points: 120, seconds: 600 },
      favorites: { points: 120, seconds: 3600 },
      reports: { points: 10, seconds: 86_400 },
      notices: { points: 5, seconds: 3600 },
      noticeMailbox: { points: 3, seconds: 3600 },
      noticesEverywhere: { points: 60, seconds: 3600 },
      noticeHides: { points: 10, seconds: 3600 },
      dataRequests: { points: 5, seconds: 3600 },
      dataRequestMailbox: { points: 3, seconds: 3600 },
      dataRequestsEverywhere: { points: 60, seconds: 3600 },
      uploads: { points: 40, seconds: 3600 },
      uploadAttempts: { points: 60, seconds: 3600 },
      photoWork: { points: 120, seconds: 3600 },
      views: { points: 300, seconds: 600 },
      discoveryCounts: { points: 60, seconds: 60 },
      photoBytes: { points: 2_000_000, seconds: 86_400 },
      exportBytes: { points: 2_000_000, seconds: 86_400 },
      presence: { points: 60, seconds: 600 },
      citySearch: { points: 600, seconds: 600 },
      settings: { points: 120, seconds: 600 },
      push: { points: 60, seconds: 3600 },
      passwordChecks: { points: 300, seconds: 3600 },
      presenceLists: { points: 240, seconds: 600 },
      photoReads: { points: 12_000, seconds: 600 },
      sessionChecks: { points: 6000, seconds: 60 },
      verifications: { points: 5, seconds: 86400 },
      orders: { points: 30, seconds: 3600 },
      paymentChecks: { points: 60, seconds: 600 },
      webhooks: { points: 600, seconds: 60 },
      bodies: { points: 3000, seconds: 60 },
      apiDocs: { points: 60, seconds: 60 },
      protection: { points: 240, seconds: 600 },
      staffInvitations: { points: 30, seconds: 86_400 },
      staffPages: { points: 600, seconds: 86_400 },
      staffEmails: { points: 50, seconds: 86_400 },
      staffSuspensions: { points: 20, seconds: 3600 },
      staffCalls: { points: 600, seconds: 60 },
      calls: { points: 600, seconds: 60 },
      reading: { points: 1200, seconds: 600 },
    });
    // Each limit gets a value that no other has.
    const names = Object.keys(rateLimits);
    const values = names.map((name, at): [string, number, number] => [name, 2_000_000 + at, 60 + at]);
    const limits = values.map(([name, points, seconds]) => [limitSetting(name), `${points}/${seconds}`]);
    expect(getConfig(Object.fromEntries(limits)).limits).toEqual(
      Object.fromEntries(values.map(([name, points, seconds]) => [name, { points, seconds }])),
    );
  });

  test("[T77] below what one screen needs is raised to it and named, and a limit at its floor stays as it is", () => {
    const floors = Object.entries(rateLimits).map(([name, { floor }]) => [limitSetting(name), floor]);
    const atFloors = getConfig(Object.fromEntries(floors));
    expect(raiseLimits(atFloors)).toEqual({ config: atFloors, raised: [] });
    const low = getConfig({ LIMIT_CALLS: "1/1", LIMIT_STAFF_CALLS: "100/86400" });
    const { config, raised: raisedLimits } = raiseLimits(low);
    expect(config).toEqual({
      ...low,
      limits: { ...low.limits, calls: { points: 60, seconds: 1 }, staffCalls: { points: 95_040, seconds: 86_400 } },
    });
    expect(raisedLimits.toSorted()).toEqual([
      "LIMIT_CALLS=1/1 is less than one screen needs: 60/1 is in force.",
      "LIMIT_STAFF_CALLS=100/86400 is less than one screen needs: 95040/86400 is in force.",
    ]);
  });

  test("that protects nobody is lowered to ten times ours in production and named", () => {
    const high = { ...getConfig({ LIMIT_RECOVERY: "9999999/1", LIMIT_CALLS: "6000/60" }), mode: "production" as const };
    const { config, lowered } = lowerLimits(high);
    expect(config).toEqual({ ...high, limits: { ...high.limits, recovery: { points: 30, seconds: 3600 } } });
    expect(lowered).toEqual(["LIMIT_RECOVERY=9999999/1 would protect nobody: 30/3600 is in force."]);
    const demo = { ...high, mode: "demo" as const };
    expect(lowerLimits(demo)).toEqual({ config: demo, lowered: [] });
  });

  test.each(["0/60", "10", "10/0", "-1/60", "10/60/1", "ten/60", "1e3/60", " 1/60"])("refuses the text %j", (text) => {
    expect(listErrors({ LIMIT_SIGN_UP_ADDRESS: text })).toEqual([
      "LIMIT_SIGN_UP_ADDRESS must be attempts/seconds, such as 10/900.",
    ]);
  });
});

describe("readConfig", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "3000x"],
    ["MODE", "test"],
    ["DEMO", "yes"],
    ["DATABASE_URL", "mysql://localhost/caramelo"],
    ["DATABASE_URL", "not an address"],
    ["DATABASE_URL", "postgres://one:5432,two:5432/caramelo"],
    ["DATABASE_URL", "postgres://one:5432,two:port/caramelo?target_session_attrs=read-write"],
    ["DATABASE_READ_URL", "postgres://one/caramelo,mysql://two/caramelo"],
    ["DATABASE_READ_URL", "postgres://one/caramelo, two"],
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
  ])("refuses %s=%s with one sentence", (name, value) => {
    const errors = listErrors({ [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${name} must .*\\.$`));
  });

  test("lists all errors at once and repeats no value", () => {
    const errors = listErrors({ PORT: "x", LOG_LEVEL: "loud", ADMIN_PASSWORD: "sesamo" });
    expect(errors.map((error) => error.split(" ")[0])).toEqual(["PORT", "ADMIN_PASSWORD", "LOG_LEVEL"]);
    expect(errors.join()).not.toContain("sesamo");
  });

  test("[D2.17] refuses an admin's password of 11 characters, also when they are emoji", () => {
    expect(listErrors({ ADMIN_PASSWORD: "elevenchars" })).toHaveLength(1);
    expect(listErrors({ ADMIN_PASSWORD: "🔑".repeat(11) })).toHaveLength(1);
    expect(listErrors({ ADMIN_PASSWORD: "🔑".repeat(12) })).toEqual([]);
  });
});

test("a process for the web or for jobs needs what all processes share", () => {
  const sharedSettings = {
    DATABASE_URL: "postgres://caramelo@127.0.0.1/caramelo",
    REDIS_URL: "redis://127.0.0.1:6379",
  };
  expect(getConfig().role).toBe("all");
  for (const ROLE of ["web", "worker"]) {
    expect(getConfig({ ...sharedSettings, ROLE }).role).toBe(ROLE);
    const error = `ROLE=${ROLE} needs DATABASE_URL and REDIS_URL, which all processes share.`;
    expect(listErrors({ ROLE })).toEqual([error]);
    expect(listErrors({ ...sharedSettings, REDIS_URL: "", ROLE })).toEqual([error]);
  }
  expect(listErrors({ ROLE: "boss" })).toEqual(["ROLE must be all, web or worker."]);
});

test("replicas are those of a database that is set, and each has its own address", () => {
  const DATABASE_URL = "postgres://caramelo@one/caramelo";
  const [second, third] = ["postgres://caramelo:a,b@two/caramelo", "postgresql://caramelo@three/caramelo"];
  expect(getConfig().databaseReadUrls).toEqual([]);
  expect(getConfig({ DATABASE_URL, DATABASE_READ_URL: `${second}, ${third}` }).databaseReadUrls).toEqual([
    second,
    third,
  ]);
  const error = "DATABASE_READ_URL needs DATABASE_URL, whose replicas it lists.";
  expect(listErrors({ DATABASE_READ_URL: second })).toEqual([error]);
});

test("monitoring is off by default, and its token cannot be guessed", () => {
  expect(getConfig()).toMatchObject({ metricsToken: undefined, traces: undefined, drainMs: 0 });
  expect(listErrors({ METRICS_TOKEN: "a".repeat(19) })).toEqual(["METRICS_TOKEN must have at least 20 characters."]);
  expect(getConfig({ METRICS_TOKEN: "a".repeat(20) }).metricsToken).toBe("a".repeat(20));
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
  const shareOf = (text: string) =>
    getConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: text }).traces?.share;
  expect(["", "0", "0.05", "1", "1.0"].map(shareOf)).toEqual([0.1, 0, 0.05, 1, 1]);
  for (const text of ["2", "1.5", "-1", ".5", "x"]) {
    expect(listErrors({ OTEL_TRACES_SAMPLER_ARG: text })).toEqual([
      "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.",
    ]);
  }
  expect(listErrors({ DRAIN_SECONDS: "61" })).toEqual(["DRAIN_SECONDS must be a number from 0 to 60."]);
  expect(getConfig({ DRAIN_SECONDS: "15" }).drainMs).toBe(15_000);
});

test("[D5.10] age assurance is off in a demo and asked for at entry in production, unless AGE_ASSURANCE says otherwise", () => {
  expect(getConfig().ageAssurance).toBe("off");
  expect(getConfig({ AGE_ASSURANCE: "messaging" }).ageAssurance).toBe("messaging");
  expect(listErrors({ AGE_ASSURANCE: "sometimes" })).toEqual(["AGE_ASSURANCE must be off, messaging or entry."]);
});

describe("the configuration of mail", () => {
  test("[D2.12] asks staff for a second factor in production and not in a demo, unless ADMIN_2FA says otherwise", () => {
    expect(getConfig().requiresFactor).toBe(false);
    expect(getConfig({ ADMIN_2FA: "required" }).requiresFactor).toBe(true);
    expect(listErrors({ ADMIN_2FA: "on" })).toEqual(["ADMIN_2FA must be required or optional."]);
  });

  test("[D2.22] asks for confirmed addresses in production and not in a demo, unless EMAIL_CONFIRMATION says otherwise", () => {
    const live = { MODE: "production", PUBLIC_URL: "https://caramelo.example" };
    expect(listErrors(live).some((error) => error.startsWith("SMTP_URL must"))).toBe(true);
    expect(
      listErrors({ ...live, SMTP_URL: "smtps://mail.example" }).some((error) => error.startsWith("SMTP_URL")),
    ).toBe(false);
    expect(getConfig().confirmsEmails).toBe(false);
    expect(getConfig({ EMAIL_CONFIRMATION: "on" }).confirmsEmails).toBe(true);
  });

  test("[T09] begins links with the public address, or with the address of this machine", () => {
    expect(getConfig({ MODE: "demo", PUBLIC_URL: "https://caramelo.example" }).origin).toBe("https://caramelo.example");
    expect(getConfig({ PORT: "4000" }).origin).toBe("http://127.0.0.1:4000");
    expect(getConfig({ HOST: "::1" }).origin).toBe("http://[::1]:3000");
    expect(getConfig({ HOST: "0.0.0.0" }).origin).toBe("http://127.0.0.1:3000");
    expect(getConfig({ HOST: "192.168.0.10" }).origin).toBe("http://192.168.0.10:3000");
  });

  test("takes the brand as the sender unless MAIL_FROM names another", () => {
    expect(getConfig().mailFrom).toBeUndefined();
    expect(getConfig({ MAIL_FROM: "Clube <oi@clube.example>" }).mailFrom).toBe("Clube <oi@clube.example>");
  });
});

describe("[TB.16] a bucket", () => {
  const s3 = {
    S3_BUCKET: "caramelo",
    S3_REGION: "sa-east-1",
    S3_ACCESS_KEY_ID: "an-id",
    S3_SECRET_ACCESS_KEY: "a-secret",
  };

  test("is used once its four settings are there, and without them files lie in the data folder", () => {
    expect(getConfig().s3).toBeUndefined();
    expect(getConfig(s3).s3).toEqual({
      bucket: "caramelo",
      region: "sa-east-1",
      accessKeyId: "an-id",
      secretAccessKey: "a-secret",
      endpoint: undefined,
      prefix: "",
      isRetired: false,
    });
    expect(getConfig({ ...s3, S3_PREFIX: "sites/caramelo/" }).s3?.prefix).toBe("sites/caramelo/");
    expect(getConfig({ ...s3, S3_PREFIX: "sites/caramelo" }).s3?.prefix).toBe("sites/caramelo/");
    expect(getConfig({ ...s3, S3_RETIRED: "on" }).s3?.isRetired).toBe(true);
    expect([getConfig().photoCacheBytes, getConfig({ S3_CACHE_MB: "0" }).photoCacheBytes]).toEqual([1_073_741_824, 0]);
  });

  test.each([...Object.keys(s3), "S3_ENDPOINT", "S3_PREFIX"])("of which only %s is set is refused", (name) => {
    const value = { ...s3, S3_ENDPOINT: "https://s3.example.com", S3_PREFIX: "a" }[name] ?? "";
    const missingSettings = Object.keys(s3).filter((other) => other !== name);
    expect(listErrors({ [name]: value })).toEqual(
      missingSettings.map((other) => `${other} must be set when ${name} is.`),
    );
  });

  test.each<Record<string, string>>([
    { S3_BUCKET: "Photos" },
    { S3_REGION: "são paulo" },
    { S3_ENDPOINT: "ftp://s3.example.com" },
    { S3_PREFIX: "../elsewhere" },
    { S3_PREFIX: "exports" },
    { S3_PREFIX: "sites/photos/caramelo" },
    { S3_CACHE_MB: "much" },
  ])("with %j is refused", (change) => {
    const [name] = Object.keys(change);
    expect(listErrors({ ...s3, ...change })).toContainEqual(expect.stringMatching(`^${name} must be`));
  });

  test("over http is refused in production, but not on this machine or in a private network", () => {
    const isRefused = (endpoint: string, mode = "production") =>
      listErrors({ ...s3, MODE: mode, S3_ENDPOINT: endpoint }).some((error) => error.startsWith("S3_ENDPOINT"));
    const near = [
      "localhost:9000",
      "127.0.0.1",
      "minio:9000",
      "10.1.2.3",
      "192.168.0.9",
      "172.20.0.2",
      "[::1]",
      "[fd00::1]",
    ];
    for (const host of near) expect(isRefused(`http://${host}`), host).toBe(false);
    for (const host of ["s3.example.com", "8.8.8.8", "172.32.0.1", "[2001:db8::1]"]) {
      expect(isRefused(`http://${host}`), host).toBe(true);
      expect(isRefused(`https://${host}`), host).toBe(false);
      expect(isRefused(`http://${host}`, "demo"), host).toBe(false);
    }
  });
});

describe("[D5.34] a bucket for backups", () => {
  const backups: Record<string, string> = {
    BACKUP_S3_BUCKET: "caramelo-backups",
    BACKUP_S3_REGION: "sa-east-1",
    BACKUP_S3_ACCESS_KEY_ID: "a-key",
    BACKUP_S3_SECRET_ACCESS_KEY: "a-secret",
    BACKUP_KEY: "a key of more than twenty characters",
  };
  const site = {
    S3_BUCKET: "caramelo",
    S3_REGION: "sa-east-1",
    S3_ACCESS_KEY_ID: "an-id",
    S3_SECRET_ACCESS_KEY: "a-secret",
  };

  test("is used once its settings are there, with and without a bucket of the site", () => {
    expect(getConfig().backupS3).toBeUndefined();
    for (const others of [{}, site])
      expect(getConfig({ ...others, ...backups, BACKUP_S3_PREFIX: "caramelo/" }).backupS3).toEqual({
        bucket: "caramelo-backups",
        region: "sa-east-1",
        accessKeyId: "a-key",
        secretAccessKey: "a-secret",
        endpoint: undefined,
        prefix: "caramelo/",
      });
  });

  test.each(Object.keys(backups))("without %s is refused", (name) => {
    expect(listErrors({ ...backups, BACKUP_S3_PREFIX: "a", [name]: "" })).toContainEqual(
      expect.stringMatching(`^${name} must be set when BACKUP_S3_`),
    );
  });

  test("is refused where it is the bucket of the site, or has the key of the site", () => {
    const sameBucket = { BACKUP_S3_BUCKET: site.S3_BUCKET };
    const sameKey = { BACKUP_S3_ACCESS_KEY_ID: site.S3_ACCESS_KEY_ID };
    expect(listErrors({ ...site, ...backups, ...sameBucket })).toEqual([
      "BACKUP_S3_BUCKET must be another bucket than S3_BUCKET, whose key could remove the backups.",
    ]);
    expect(listErrors({ ...site, ...backups, ...sameKey })).toEqual([
      "BACKUP_S3_ACCESS_KEY_ID must be another key than S3_ACCESS_KEY_ID, which could remove the backups.",
    ]);
  });

  test("may have the name of the site's bucket at another store, however its address is written, but not its key", () => {
    const listOf = (siteEndpoint: string, endpoint: string, backupKeyId = "a-key") =>
      listErrors({
        ...site,
        ...backups,
        S3_ENDPOINT: siteEndpoint,
        BACKUP_S3_BUCKET: site.S3_BUCKET,
        BACKUP_S3_ENDPOINT: endpoint,
        BACKUP_S3_ACCESS_KEY_ID: backupKeyId,
      });
    const sameBucket = [expect.stringMatching(/^BACKUP_S3_BUCKET must be another bucket/)];
    expect(listOf("https://s3.example.com", "https://S3.example.com/")).toEqual(sameBucket);
    expect(listOf("", "https://s3.sa-east-1.amazonaws.com")).toEqual(sameBucket);
    expect(listOf("", "https://s3.example.com")).toEqual([]);
    expect(listOf("", "https://s3.example.com", site.S3_ACCESS_KEY_ID)).toEqual([
      "BACKUP_S3_ACCESS_KEY_ID must be another key than S3_ACCESS_KEY_ID, which could remove the backups.",
    ]);
  });

  test("over http is refused in production", () => {
    const endpoint = { MODE: "production", BACKUP_S3_ENDPOINT: "http://s3.example.com" };
    expect(listErrors({ ...backups, ...endpoint })).toContainEqual(
      expect.stringMatching(/^BACKUP_S3_ENDPOINT must be an https address/),
    );
  });
});

test("[TB.16] the master key is 32 bytes in base64, of either alphabet", () => {
  const key = Buffer.alloc(32, 0xfb);
  for (const text of [key.toString("base64"), key.toString("base64url")])
    expect(getConfig({ MASTER_KEY: text }).masterKey).toEqual(key);
  for (const text of ["short", key.toString("hex"), `${key.toString("base64")}AA`])
    expect(listErrors({ MASTER_KEY: text })).toContainEqual(
      expect.stringMatching(/^MASTER_KEY must be 32 random bytes/),
    );
});

test("[TB.15] MASTER_KEY and REDIS_URL need a bucket, because processes with one key may have different data folders", () => {
  const sharedSettings = { MASTER_KEY: Buffer.alloc(32, 1).toString("base64"), REDIS_URL: "redis://127.0.0.1:6379" };
  const bucket = { S3_BUCKET: "caramelo", S3_REGION: "sa-east-1", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "s" };
  expect(listErrors(sharedSettings)).toEqual([
    "S3_BUCKET must be set when MASTER_KEY and REDIS_URL are: processes that share a data folder take the key in it.",
  ]);
  expect(listErrors({ ...sharedSettings, ...bucket })).toEqual([]);
  for (const name of ["MASTER_KEY", "REDIS_URL"] as const)
    expect(listErrors({ [name]: sharedSettings[name] })).toEqual([]);
});

test("TRUST_PROXY accepts addresses, networks and named networks", () => {
  expect(getConfig({ TRUST_PROXY: "127.0.0.1, 10.0.0.0/8,fd00::/8,loopback" }).trustProxy).toBe(
    "127.0.0.1, 10.0.0.0/8,fd00::/8,loopback",
  );
});

test("[T03] readConfig turns the admin's e-mail into lower case", () => {
  expect(getConfig({ ADMIN_EMAIL: "Admin@Caramelo.Example" }).adminEmail).toBe("admin@caramelo.example");
});

describe("payments by Pix", () => {
  const complete = {
    PAYMENTS: "pix",
    PIX_URL: "https://pix.bank.example/api/v2",
    PIX_TOKEN_URL: "https://pix.bank.example/oauth/token",
    PIX_CLIENT_ID: "site",
    PIX_CLIENT_SECRET: "segredo",
    PIX_CERTIFICATE: "/etc/caramelo/pix.pem",
    PIX_PRIVATE_KEY: "/etc/caramelo/pix.key",
    PIX_KEY: "pix@caramelo.example",
  };

  test("need every setting of the bank, and name each that is missing", () => {
    expect(getConfig(complete).pix).toMatchObject({ clientId: "site", chave: "pix@caramelo.example" });
    for (const name of Object.keys(complete).filter((setting) => setting !== "PAYMENTS"))
      expect(listErrors({ ...complete, [name]: "" })).toEqual([`${name} must be set when PAYMENTS names pix.`]);
    expect(listErrors({ PAYMENTS: "sandbox,pix" })).toHaveLength(7);
  });

  test("accept only an https address", () => {
    expect(listErrors({ ...complete, PIX_URL: "http://pix.bank.example" })).toContain(
      "PIX_URL must be an https address.",
    );
  });
});

describe("the payment providers", () => {
  const stripe = { PAYMENTS: "stripe", STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_WEBHOOK_SECRET: "whsec_abc" };
  const mercadoPago = {
    PAYMENTS: "mercadopago",
    MERCADOPAGO_ACCESS_TOKEN: "TEST-123-abc",
    MERCADOPAGO_WEBHOOK_SECRET: "0123456789abcdef",
  };

  test.each([
    ["stripe", stripe],
    ["mercadopago", mercadoPago],
  ])("[D4.22] need their keys: %s names each that is missing", (provider, complete) => {
    expect(getConfig(complete).paymentProviders).toEqual([provider]);
    for (const name of Object.keys(complete).filter((setting) => setting !== "PAYMENTS"))
      expect(listErrors({ ...complete, [name]: "" })).toEqual([`${name} must be set when PAYMENTS names ${provider}.`]);
    expect(listErrors({ ...complete, PAYMENTS: `sandbox,${provider}` })).toEqual([]);
  });

  test("may be several, the preferred one first", () => {
    const both = { ...stripe, ...mercadoPago, PAYMENTS: "mercadopago, stripe" };
    expect(getConfig(both)).toMatchObject({
      paymentProviders: ["mercadopago", "stripe"],
      stripe: { secretKey: "sk_test_abc", webhookSecret: "whsec_abc" },
      mercadoPago: { accessToken: "TEST-123-abc", webhookSecret: "0123456789abcdef" },
    });
  });

  test("refuse a public key in the place of a secret one, without repeating it", () => {
    const [error, ...others] = listErrors({ ...stripe, STRIPE_SECRET_KEY: "pk_test_public" });
    expect(error).toBe("STRIPE_SECRET_KEY must look like sk_live_….");
    expect(others).toEqual([]);
  });

  test("[D1.17] in production refuse test keys, which move no money", () => {
    const production = { MODE: "production", ...stripe, ...mercadoPago, PAYMENTS: "stripe,mercadopago" };
    const listKeyErrors = (env: Record<string, string>) =>
      listErrors(env).filter((error) => /^(?:STRIPE|MERCADOPAGO)/.test(error));
    expect(listKeyErrors(production).map((error) => error.split(" ", 1)[0])).toEqual([
      "STRIPE_SECRET_KEY",
      "MERCADOPAGO_ACCESS_TOKEN",
    ]);
    expect(listKeyErrors({ ...production, SANDBOX_IN_PRODUCTION: "on" })).toEqual([]);
    const live = { STRIPE_SECRET_KEY: "rk_live_abc", MERCADOPAGO_ACCESS_TOKEN: "APP_USR-123" };
    expect(listKeyErrors({ ...production, ...live })).toEqual([]);
  });
});
