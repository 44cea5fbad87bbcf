import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { withDatabase } from "../apps/server/src/platform/database/connection-url.ts";
import { type Connection, withClient } from "../apps/server/src/platform/database/database.ts";
import { describeAges } from "./ages.ts";
import { type Bound, type Goal, isAimMet, isMet, median, type Result, type Sample, type Samples } from "./rules.ts";

const RESULTS = join(import.meta.dirname, "RESULTS.md");
const GROWTH = join(import.meta.dirname, "growth.json");

/** Prints the progress of the run to standard error. The report itself goes to standard output. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What a part found: its results, and the samples of every figure. */
export type Finding = {
  part: string;
  title: string;
  why: string;
  results: Result[];
  samples: Samples;
  machine: string;
};

function formatFigure(value: number): string {
  if (Number.isNaN(value)) return "not measured";
  if (value >= 1000) return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  return String(Number(value >= 100 ? value.toFixed(1) : value.toPrecision(3)));
}

const formatTable = (head: string[], rows: string[][]): string[] =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);

function verdictOf(value: number, bound: Bound): string {
  if (isAimMet(value, bound)) return "aim met";
  return isMet(value, bound) ? "met" : "**missed**";
}

function formatResult({ goal: { figure, of, among, to, bound }, side, value }: Result): string[] {
  const must = "atLeast" in bound ? `≥ ${formatFigure(bound.atLeast)}` : `≤ ${formatFigure(bound.atMost)}`;
  const name = among ? `the worst of ${of.length} ${among}: ${side}` : side;
  return [
    figure,
    to ? `${name} / ${to}` : name,
    formatFigure(value),
    must,
    formatFigure(bound.aim),
    verdictOf(value, bound),
  ];
}

/**
 * A table of the medians of some sides over all turns. A figure that has a bound and misses it is bold. The longer of
 * the two lists has the rows. What a line of a bound says of an only side is not repeated.
 */
function formatSides(sides: [string, Sample[]][], goals: Goal[]): string[] {
  const saysGoal = (figure: string) =>
    sides.length === 1 && goals.some((goal) => goal.figure === figure && goal.of[0] === sides[0]?.[0] && !goal.to);
  const figures = [...new Set(sides.flatMap(([, [sample]]) => Object.keys(sample ?? {})))].filter(
    (figure) => figure !== "answers" && !saysGoal(figure),
  );
  if (figures.length === 0) return [];
  const cellOf = ([side, samples]: [string, Sample[]], figure: string) => {
    const middle = median(samples.map((sample) => sample[figure] ?? Number.NaN));
    const isMissed = goals.some(
      (goal) => goal.figure === figure && !goal.to && goal.of.includes(side) && !isMet(middle, goal.bound),
    );
    if (Number.isNaN(middle)) return "–";
    return isMissed ? `**${formatFigure(middle)}**` : formatFigure(middle);
  };
  if (sides.length < figures.length)
    return formatTable(
      ["", ...sides.map(([side]) => side)],
      figures.map((figure) => [figure, ...sides.map((side) => cellOf(side, figure))]),
    );
  return formatTable(
    ["", ...figures],
    sides.map((side) => [side[0], ...figures.map((figure) => cellOf(side, figure))]),
  );
}

/** The section of a part in the results: a line for each bound, and tables of sides that begin with the same figure. */
export function formatFinding({ title, why, results, samples, machine }: Finding): string {
  const goals = results.map(({ goal }) => goal);
  const tables = Map.groupBy(samples, ([, [sample]]) => Object.keys(sample ?? {})[0]);
  return [
    [`## ${title}`],
    [machine],
    results.length > 0 ? formatTable(["Figure", "Of", "Result", "Must", "Aim", ""], results.map(formatResult)) : [],
    why ? [why] : [],
    ...[...tables.values()].map((sides) => formatSides(sides, goals)),
  ]
    .filter((block) => block.length > 0)
    .map((block) => `${block.join("\n")}\n`)
    .join("\n");
}

const markOf = (part: string) => `<!-- part: ${part} -->\n`;

/** Replaces the section of a part that ran. Those of other parts stay, all in the order of `parts`. */
export async function writeResult(finding: Finding, parts: string[]): Promise<void> {
  const [head = "", ...sections] = (await readFile(RESULTS, "utf8")).split(/(?=<!-- part: )/);
  const sectionOf = (part: string) =>
    part === finding.part
      ? `${markOf(part)}${formatFinding(finding)}\n`
      : (sections.find((section) => section.startsWith(markOf(part))) ?? "");
  await writeFile(RESULTS, `${[head, ...parts.map(sectionOf)].join("").trimEnd()}\n`);
}

/** Keeps what the part `growth` measured at a size. docs/growth.md counts with it. */
export async function writeGrowth(members: number, figures: Sample, connection: Connection): Promise<void> {
  const sizes: Record<string, unknown> = JSON.parse(await readFile(GROWTH, "utf8"));
  const all = { ...sizes, [members]: { measured: await describeMachine(connection), figures } };
  await writeFile(GROWTH, `${JSON.stringify(all, null, 2)}\n`);
}

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The commit that is measured; "unknown" without git. Files that the bench itself writes do not count as changes. */
function describeCommit(): string {
  try {
    const changes = git("status", "--porcelain", "--", ":/", ":!RESULTS.md", ":!growth.json");
    return git("rev-parse", "--short", "HEAD") + (changes === "" ? "" : " with changes");
  } catch {
    return "unknown";
  }
}

/** How many commits are between a commit and the checkout; undefined where git does not know it. */
function countCommitsSince(commit: string): number | undefined {
  try {
    return Number(git("rev-list", "--count", `${commit}..HEAD`));
  } catch {
    return undefined;
  }
}

/** How old the results of each part are. */
export async function readAges(parts: string[]): Promise<string> {
  const [results, growth] = [await readFile(RESULTS, "utf8"), await readFile(GROWTH, "utf8")];
  return describeAges(parts, results, JSON.parse(growth), countCommitsSince).join("\n");
}

/** The machine and the time of the measurement. `describeAges` reads its beginning. */
export async function describeMachine(connection: Connection): Promise<string> {
  const { rows } = await withClient(withDatabase(connection, "postgres"), (client) =>
    client.query<{ version: string; fsync: string }>(
      "select current_setting('server_version') as version, current_setting('fsync') as fsync",
    ),
  );
  const [processors, [load = Number.NaN]] = [cpus(), loadavg()];
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return [
    `${new Date().toISOString().slice(0, 16)}, commit ${describeCommit()}`,
    `${processors.length} × ${processors[0]?.model ?? "?"}, ${memory}, ${process.platform} ${release()}, load ${load.toFixed(1)}`,
    `Node ${process.version}, PostgreSQL ${rows[0]?.version} (fsync ${rows[0]?.fsync})`,
  ].join("; ");
}
