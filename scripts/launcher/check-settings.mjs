import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as util from "node:util";
import { COMPANY_SETTINGS, describeErrors, listMissingSettings } from "../../apps/server/src/start/needed-settings.mjs";
import { expectedError } from "./output.mjs";
import { inProject, ROOT } from "./project.mjs";

const ENV_FILE = inProject(".env");
const BRAND_FILE = inProject("packages/contract/src/brand/preset-brand.json");

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * The settings as the server gets them: the environment wins over the file. Undefined where this Node cannot read such
 * a file; the server can, and then reports what is missing.
 * @returns {Environment | undefined}
 */
function findSettings() {
  if (!existsSync(ENV_FILE)) return process.env;
  // `parseEnv` exists since Node 20.12.
  if (!util.parseEnv) return undefined;
  return { ...util.parseEnv(readFileSync(ENV_FILE, "utf8")), ...process.env };
}

/** Whether there may be a database in which the company's texts were saved. @param {Environment} env */
function mayHaveDatabase({ DATABASE_URL, DATA_DIR }) {
  return Boolean(DATABASE_URL) || existsSync(path.resolve(ROOT, DATA_DIR || "data"));
}

/** @param {Environment} env */
function listErrors(env) {
  const errors = listMissingSettings(env, JSON.parse(readFileSync(BRAND_FILE, "utf8")));
  if (!mayHaveDatabase(env)) return { errors, maySave: [] };
  const isOfCompany = (/** @type {string} */ error) =>
    COMPANY_SETTINGS.some(({ variable }) => error.startsWith(`${variable} `));
  return { errors: errors.filter((error) => !isOfCompany(error)), maySave: errors.filter(isOfCompany) };
}

/**
 * Throws an error with everything that production lacks, before anything is installed or built. What may have been
 * saved in the database is checked by the server; it is listed here only when the start fails for another reason.
 */
export function checkSettings() {
  const settings = findSettings();
  if (!settings) return;
  const { errors, maySave } = listErrors(settings);
  if (errors.length === 0) return;
  const names = maySave.map((error) => error.split(" ", 1)[0]).join(", ");
  const unread = maySave.length === 0 ? [] : [`Unless they were saved at /admin/configuracoes, also needed: ${names}.`];
  throw expectedError([...describeErrors(errors, ENV_FILE), ...unread].join("\n"));
}
