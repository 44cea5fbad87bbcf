import { bodiesAttack } from "./attacks/bodies.ts";
import { formsAttack } from "./attacks/forms.ts";
import { intruderAttack } from "./attacks/intruder.ts";
import { jobsAttack } from "./attacks/jobs.ts";
import { limitsAttack } from "./attacks/limits.ts";
import { noticesAttack } from "./attacks/notices.ts";
import { reportsAttack } from "./attacks/reports.ts";
import { signInsAttack } from "./attacks/sign-ins.ts";
import { staffAttack } from "./attacks/staff.ts";
import { textsAttack } from "./attacks/texts.ts";
import { type Figure, formatFigures } from "./report.ts";

// `npm run siege [-- --only jobs,texts]`: attacks its own product on this machine, and measures how well honest
// people are served with and without each attack. Nothing is sent to other machines, and every attack ends by itself.

const ATTACKS = [
  jobsAttack,
  textsAttack,
  noticesAttack,
  formsAttack,
  reportsAttack,
  staffAttack,
  signInsAttack,
  bodiesAttack,
  intruderAttack,
  limitsAttack,
];
const say = (line: string) => process.stdout.write(`${line}\n`);

const at = process.argv.indexOf("--only");
const keys = at < 0 ? ATTACKS.map(({ key }) => key) : (process.argv[at + 1] ?? "").split(",");
const chosenAttacks = ATTACKS.filter(({ key }) => keys.includes(key));
if (chosenAttacks.length !== keys.length) {
  say(`--only takes some of: ${ATTACKS.map(({ key }) => key).join(",")}.`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const { name, run } of chosenAttacks) {
  say(`\n${name}`);
  const ownFigures = await run();
  say(formatFigures(ownFigures));
  figures.push(...ownFigures);
}
const brokenCount = figures.filter(({ isHeld }) => !isHeld).length;
say(`\n${figures.length - brokenCount} held, ${brokenCount} broken`);
process.exit(brokenCount === 0 ? 0 : 1);
