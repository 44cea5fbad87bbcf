import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { limitSetting, type RateLimitName, rateLimits } from "@caramelo/contract/call/rate-limits";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { environmentSettings } from "./environment-settings.ts";

const ROOT = new URL("../../../../", import.meta.url);
const at = (file: string) => fileURLToPath(new URL(file, ROOT));
const read = (file: string) => readFileSync(at(file), "utf8");
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, foundText = ""]) => foundText);

const DOCKERFILE = read("Dockerfile");
const COMPOSE = read("compose.yaml");
const SECRETS = read("deploy/make-secrets.sh");
const README = read("deploy/README.md");
const UNITS = globSync("deploy/systemd/**/*.{service,timer,conf}", { cwd: at(".") });

const LIMITS = Object.keys(rateLimits).map((name) => limitSetting(name as RateLimitName)); // it has no other keys
const SETTINGS = new Set([...Object.keys(environmentSettings), ...LIMITS]);

/** The settings that deploy/make-secrets.sh writes for the product, with a value in place of each that it draws. */
function readSecrets() {
  const [, lines = ""] = /caramelo\.env" <<END\n(.+?)\nEND\n/s.exec(SECRETS) ?? [];
  const key = Buffer.alloc(32, 7).toString("base64");
  const drawnText = lines
    .replace(/(MASTER_KEY|BACKUP_KEY)=.+/g, `$1=${key}`)
    .replace(/\$\(.+?\)/g, key.slice(0, 40))
    .replace("$url", "https://localhost")
    .replace("$admin\n", "you@example.com\n")
    .replace(/\$\w+/g, "a-drawn-secret-of-some-length");
  return parseEnv(drawnText);
}

/** The settings of the section "One machine", for a site that takes payments by the sandbox. */
function readGuide() {
  const [, lines = ""] = /```sh\n( *PUBLIC_URL=.+?)```/s.exec(README) ?? [];
  const key = Buffer.alloc(32, 7).toString("base64");
  const settings = parseEnv(lines.replace(/^ +/gm, "").replaceAll("…", key));
  return { ...settings, PAYMENTS: "sandbox", SANDBOX_IN_PRODUCTION: "on" };
}

test("production starts with the settings that deploy/make-secrets.sh draws, and with those of the guide", () => {
  for (const settings of [readSecrets(), readGuide()]) {
    const result = readConfig(settings);
    expect(result.ok ? [] : result.errors).toEqual([]);
    expect(Object.keys(settings).filter((name) => !SETTINGS.has(name))).toEqual([]);
    expect(result).toMatchObject({ config: { mode: "production" } });
  }
});

test("every variable that the image, the compose file and the services set for the product is a setting", () => {
  const ofImage = findAll(/^ENV (.+)$/m.exec(DOCKERFILE)?.[1] ?? "", /(\w+)=/g);
  const ofCompose = findAll(COMPOSE, /<<: \*product\n {4}environment: \{ (.+) \}/g).flatMap((text) =>
    findAll(text, /(\w+):/g),
  );
  const ofServices = UNITS.flatMap((file) => findAll(read(file), /^Environment=(.+)$/gm)).flatMap((text) =>
    findAll(text, /(\w+)=/g),
  );
  for (const names of [ofImage, ofCompose, ofServices]) {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !SETTINGS.has(name))).toEqual([]);
  }
});

test("the image copies files that exist, and the manifest of every workspace", () => {
  const copiedPaths = findAll(DOCKERFILE, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(" "));
  expect(copiedPaths.filter((source) => !existsSync(at(source)))).toEqual([]);
  const manifests = globSync("{apps,packages}/*/package.json", { cwd: at(".") });
  expect(manifests.filter((file) => !copiedPaths.includes(file))).toEqual([]);
});

test("the programs that the image and the services start exist", () => {
  const texts = [DOCKERFILE, COMPOSE, README, ...UNITS.map(read)];
  const programs = texts.flatMap((text) => findAll(text, /\b(apps\/server\/[\w./-]+\.(?:mjs|ts))/g));
  expect(programs.length).toBeGreaterThan(UNITS.length / 2);
  expect(programs.filter((program) => !existsSync(at(program)))).toEqual([]);
});

test("the image installs every package that the server imports, also in its workers", () => {
  const { dependencies } = JSON.parse(read("apps/server/package.json"));
  const sources = globSync("apps/server/src/**/*.ts", { cwd: at(".") }).filter(
    (file) => !/\.test\.ts$|\/(?:testing|migrations)\//.test(file),
  );
  const missingPackages = sources.flatMap((file) =>
    findAll(read(file), /^(?:import|export) (?!type )[^;]*?from "([^."][^"]*)"/gm)
      .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "")
      .filter((name) => !name.startsWith("node:") && !(name in dependencies))
      .map((name) => `${file}: ${name}`),
  );
  expect(missingPackages).toEqual([]);
});

test("the compose file mounts files that exist, and reads those that deploy/make-secrets.sh writes", () => {
  const mounted = findAll(COMPOSE, /"\.\/(deploy\/[^:"]+):/g);
  expect(mounted.length).toBeGreaterThan(0);
  expect(mounted.filter((file) => !existsSync(at(file)))).toEqual([]);
  const writtenFiles = findAll(SECRETS, /\$folder\/(\w+\.env)/g);
  expect(new Set(findAll(COMPOSE, /deploy\/secrets\/(\w+\.env)/g))).toEqual(new Set(writtenFiles));
});

test("the balancer asks the port of the image, and its address is the one that the product trusts", () => {
  const port = /PORT=(\d+)/.exec(DOCKERFILE)?.[1];
  expect(findAll(COMPOSE, /WEB\d: "web\d:(\d+)"/g)).toEqual([port, port]);
  expect(readSecrets().TRUST_PROXY).toBe(/ipv4_address: ([\d.]+)/.exec(COMPOSE)?.[1]);
});

test("each file that stops a process waits for longer than it may take", () => {
  // The longest drain is 60 seconds, and half a minute after it a process ends by itself.
  const longestStop = 60 + 30;
  const [, graceSeconds] = /image: caramelo[\s\S]+?stop_grace_period: (\d+)s/.exec(COMPOSE) ?? [];
  expect(Number(graceSeconds)).toBeGreaterThan(longestStop);
  const [, timeoutOfImage] = /docker run .*--stop-timeout (\d+)/.exec(README) ?? [];
  expect(Number(timeoutOfImage)).toBeGreaterThan(longestStop);
  const services = UNITS.filter((file) => read(file).includes("start-built.mjs"));
  expect(services.length).toBeGreaterThan(2);
  for (const file of services) {
    const [, timeout] = /^TimeoutStopSec=(\d+)$/m.exec(read(file)) ?? [];
    expect(Number(timeout), file).toBeGreaterThan(longestStop);
  }
});
