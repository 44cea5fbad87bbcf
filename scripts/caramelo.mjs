// Every npm script starts here: `node scripts/caramelo.mjs <command> …`. This file runs on the machine's Node, and
// starts everything else on the project's own Node as soon as that is installed.
import { check } from "./launcher/check.mjs";
import { bench, build, dev, fuzz, generate, harness, serverCommand } from "./launcher/commands.mjs";
import { formatError, print } from "./launcher/output.mjs";
import { TOOLS } from "./launcher/project.mjs";
import { start } from "./launcher/start.mjs";
import { journeys, test, testAll } from "./launcher/test.mjs";

const OLDEST_NODE = 20;

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const COMMANDS = {
  start,
  build,
  dev,
  check,
  test,
  "test:all": testAll,
  e2e: journeys,
  bench,
  chaos: harness(TOOLS.chaos),
  siege: harness(TOOLS.siege),
  fuzz,
  generate,
  mutate: harness(TOOLS.mutate),
};
const SERVER_COMMANDS = [
  "db:new",
  "db:types",
  "db:reset",
  "pix:try",
  "admin",
  "master-key",
  "settings",
  "access-log",
  "incident",
  "backup",
  "restore",
  "erasures",
  "media:move",
];

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
async function run(name, args) {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < OLDEST_NODE) {
    print(`Caramelo needs Node ${OLDEST_NODE} or later; this is ${process.version}.`);
    return 1;
  }
  const command = SERVER_COMMANDS.includes(name) ? serverCommand(name) : COMMANDS[name];
  if (command) return command(args);
  print(`Usage: npm run <${[...Object.keys(COMMANDS), ...SERVER_COMMANDS].join(" | ")}>`);
  return 1;
}

const [name = "", ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(name, args);
} catch (error) {
  print(formatError(error));
  process.exitCode = 1;
}
