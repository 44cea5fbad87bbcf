import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { COMPANY_TEXTS } from "@caramelo/contract/brand/brand";
import { brandSettings } from "@caramelo/contract/operator/site-settings";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../apps/server/src/start/config.ts";
import { COMPANY_SETTINGS } from "../../apps/server/src/start/environment-errors.mjs";
import { environmentSettings } from "../../apps/server/src/start/environment-settings.ts";
import { inProject } from "./project.mjs";

type Environment = Record<string, string>;

/** All that the launcher needs to judge the settings: a project in which nothing is installed or built. */
const FILES = [
  "scripts",
  "apps/server/src/start/environment-errors.mjs",
  "packages/contract/src/brand/preset-brand.json",
];

function makeBareProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "caramelo-bare-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of FILES) cpSync(inProject(file), path.join(root, file), { recursive: true });
  return root;
}

/** A project whose packages are installed. */
function makeInstalledProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "caramelo-installed-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  // The launcher takes the folder above itself for the project, so it is a copy.
  cpSync(inProject("scripts"), path.join(root, "scripts"), { recursive: true });
  for (const name of ["apps", "packages", "node_modules", "package-lock.json"])
    symlinkSync(inProject(name), path.join(root, name));
  return root;
}

function start(root: string, env: Environment) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/caramelo.mjs", "start"], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  const errors = [...stdout.matchAll(/^ {2}- (.+)$/gm)].map(([, error = ""]) => error);
  return { status, output: `${stdout}${stderr}`, errors };
}

const listServerErrors = (env: Environment) => {
  const configResult = readConfig(env);
  return configResult.ok ? [] : configResult.errors;
};

const COMPLETE = {
  PUBLIC_URL: "https://caramelo.example",
  ADMIN_EMAIL: "dona@clube.example",
  ADMIN_PASSWORD: "uma senha bem longa",
  SMTP_URL: "smtps://mail.example",
  PAYMENTS: "stripe",
  STRIPE_SECRET_KEY: "sk_live_0000",
  STRIPE_WEBHOOK_SECRET: "whsec_0000",
  COMPANY_NAME: "Clube Ltda.",
  COMPANY_CNPJ: "11.222.333/0001-81",
  COMPANY_ADDRESS: "Rua A, 1",
  DPO_CONTACT: "Ana",
  SUPPORT_EMAIL: "ajuda@clube.example",
};

const LACKING: [string, Environment][] = [
  ["MODE=production alone", { MODE: "production" }],
  ["an https address alone", { PUBLIC_URL: "https://caramelo.example" }],
  ["payment providers without their settings", { MODE: "production", PAYMENTS: "pix, stripe,mercadopago" }],
  [
    "a demo over http with the sandbox",
    { MODE: "production", PUBLIC_URL: "http://a.example", DEMO: "on", PAYMENTS: "sandbox" },
  ],
  ["one empty setting", { ...COMPLETE, SMTP_URL: "" }],
  ["the company", { ...COMPLETE, COMPANY_NAME: "", COMPANY_CNPJ: "", SUPPORT_EMAIL: "oi@exemplo.invalid" }],
  ["live keys", { ...COMPLETE, STRIPE_SECRET_KEY: "sk_test_0000", MERCADOPAGO_ACCESS_TOKEN: "TEST-0000" }],
  ["a provider's settings in demo", { PAYMENTS: "pix" }],
];

test.each(LACKING)(
  "[D1.17] npm start lists all that is missing where it cannot install, as the server would: %s",
  (_, env) => {
    const root = makeBareProject();
    const { status, output, errors } = start(root, env);
    expect(status).toBe(1);
    expect(errors).toEqual(listServerErrors(env));
    expect(errors).not.toEqual([]);
    expect(output).not.toContain("Installing");
    expect(readdirSync(root).sort()).toEqual(["apps", "packages", "scripts"]);
  },
);

test("[D1.17] npm start lists missing settings together with wrong ones", () => {
  const root = makeInstalledProject();
  const env = { MODE: "production", ADMIN_PASSWORD: "short", PORT: "many", SMTP_URL: "mail.example", DATA_DIR: root };
  const { status, errors } = start(root, env);
  expect(status).toBe(1);
  expect(errors).toEqual(listServerErrors(env));
  for (const name of ["ADMIN_PASSWORD", "PORT", "SMTP_URL", "PUBLIC_URL"])
    expect(errors.filter((error) => error.startsWith(name))).toHaveLength(1);
});

test.each([
  ["production with all of them", COMPLETE],
  ["a demo", {}],
  ["a demo with an https address", { MODE: "demo", PUBLIC_URL: "https://caramelo.example" }],
])("[D1.17] with the settings of %s npm start goes on to install", (_, env) => {
  expect(listServerErrors(env)).toEqual([]);
  const { errors, output } = start(makeBareProject(), env);
  expect(errors).toEqual([]);
  // An install begins by reading the lock file, which the bare project lacks, so the error names it.
  expect(output).toContain("package-lock.json");
});

test("[D1.17] npm start reads .env as the server does: the environment wins, also with an empty value", () => {
  const root = makeBareProject();
  const lines = Object.entries({ ...COMPLETE, SMTP_URL: "" }).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(path.join(root, ".env"), lines.join("\n"));
  const lacksMail = ["SMTP_URL must be the mail server when MODE=production."];
  expect(start(root, {}).errors).toEqual(lacksMail);
  expect(start(root, { SMTP_URL: "smtps://mail.example" }).errors).toEqual([]);
  expect(start(root, { ADMIN_PASSWORD: "" }).errors).toEqual([
    "ADMIN_PASSWORD must be set when MODE=production.",
    ...lacksMail,
  ]);
});

test("[D1.17] npm start leaves the company to the server where it may have been saved", () => {
  const root = makeBareProject();
  mkdirSync(path.join(root, "data"));
  const env = { ...COMPLETE, COMPANY_NAME: "", DPO_CONTACT: "" };
  expect(start(root, env)).toMatchObject({ errors: [], output: expect.stringContaining("package-lock.json") });
  expect(start(root, { ...env, SMTP_URL: "" }).errors).toEqual([
    "SMTP_URL must be the mail server when MODE=production.",
  ]);
  const otherEnv = { ...env, DATA_DIR: "elsewhere" };
  expect(start(root, otherEnv).errors).toEqual(listServerErrors(otherEnv));
  expect(start(root, { ...otherEnv, DATABASE_URL: "postgres://db.example/caramelo" }).errors).toEqual([]);
});

test("the listed missing settings are settings that the server reads, and the texts of the company are the contract's", () => {
  const namedSettings = LACKING.flatMap(([, env]) => listServerErrors(env)).map(
    (error) => error.split(" ", 1)[0] ?? "",
  );
  for (const name of namedSettings) expect(Object.keys(environmentSettings)).toContain(name);
  expect(COMPANY_SETTINGS.map(({ name }) => name)).toEqual([...COMPANY_TEXTS, "supportEmail"]);
  for (const { name, variable } of COMPANY_SETTINGS) expect(brandSettings[name].variable).toBe(variable);
});
