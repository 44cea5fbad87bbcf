// Compares the register (docs/requirements.md) with the ids that tests cite in their names, `test("[M2.01] …")`.
// Usage: node scripts/check-requirements.mjs [--list]
import { readFileSync } from "node:fs";
import { inProject } from "./launcher/project.mjs";
import { checkRequirements } from "./requirements.mjs";
import { listTestNames } from "./test-names.mjs";

const register = readFileSync(inProject("docs/requirements.md"), "utf8");
const { text, isGood } = checkRequirements(register, await listTestNames(), {
  hasList: process.argv.includes("--list"),
});
process.stdout.write(text);
process.exitCode = isGood ? 0 : 1;
