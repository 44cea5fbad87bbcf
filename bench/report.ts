import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { type Connection, withClient } from "../apps/server/src/platform/database/database.ts";
import { isAimMet, isMet, median, type Result, type Sample, type Samples } from "./rules.ts";

const RESULTS = join(import.meta.dirname, "RESULTS.md");
const GROWTH = join(import.meta.dirname, "growth.json");

/** Prints the progress of the run to standard error. The report itself goes to standard output. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What a part found: its results, and the samples of every figure. */
export type Finding = { part: string; title: string; results: Result[]; samples: Samples; machine: string };

function formatFigure(value: number): string {
  if (Number.isNaN(value)) return "not measured";
  if (value >= 1000) return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  if (value > 0 && value < 0.01) return `1/${Math.round(1 / value).toLocaleString("en-US")}`;
  return String(Number(value.toFixed(value >= 100 ? 0 : 2)));
}

function verdictOf(result: Result): string {
  if (isMet(result)) return isAimMet(result) ? "aim met" : "met";
  return "**missed**";
}

function formatResult(result: Result): string {
  const { figure, of, to, bound } = result.goal;
  const must = "atLeast" in bound ? `≥ ${formatFigure(bound.atLeast)}` : `≤ ${formatFigure(bound.atMost)}`;
  const name = `${figure}: ${of}${to === undefined ? "" : ` / ${to}`}`;
  return `| ${name} | ${formatFigure(result.value)} | ${must} | ${formatFigure(bound.aim)} | ${verdictOf(result)} |`;
}

/** The median of each figure over all turns of a side, without figures that could not be measured. */
function formatSide([side, samples]: [string, Sample[]]): string {
  const texts = Object.keys(samples[0] ?? {}).flatMap((figure) => {
    const middle = median(samples.map((sample) => sample[figure] ?? Number.NaN));
    return Number.isNaN(middle) ? [] : [`${formatFigure(middle)} ${figure}`];
  });
  return `- ${side}: ${texts.join(", ")}`;
}

/** The section of a part in the results. */
export function formatFinding({ title, results, samples, machine }: Finding): string {
  const table = [
    "| Measured | Result | Must | Aim | |",
    "| --- | --- | --- | --- | --- |",
    ...results.map(formatResult),
    "",
  ];
  return [
    `## ${title}`,
    "",
    machine,
    "",
    ...(results.length > 0 ? table : []),
    ...[...samples].map(formatSide),
    "",
  ].join("\n");
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

/** The commit that was measured; "unknown" without git. */
function describeCommit(): string {
  try {
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " with changes");
  } catch {
    return "unknown";
  }
}

/** The machine and the time of the measurement. */
export async function describeMachine(connection: Connection): Promise<string> {
  const { rows } = await withClient(connection, (client) =>
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
