import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isAimMet, isMet, median, type Result, type Sample, type Samples } from "./rules.ts";

const RESULTS = fileURLToPath(new URL("RESULTS.md", import.meta.url));

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

/** The median of each figure over all turns of a side. */
function formatSide(side: string, taken: Sample[]): string {
  const middles = Object.keys(taken[0] ?? {}).map(
    (figure) => [figure, median(taken.map((sample) => sample[figure] ?? Number.NaN))] as const,
  );
  const texts = middles.filter(([, middle]) => !Number.isNaN(middle));
  return `- ${side}: ${texts.map(([figure, middle]) => `${formatFigure(middle)} ${figure}`).join(", ")}`;
}

/** The section of a part in the results. */
export function formatFinding({ title, results, samples, machine }: Finding): string {
  return [
    `## ${title}`,
    "",
    machine,
    "",
    "| Measured | Result | Must | Aim | |",
    "| --- | --- | --- | --- | --- |",
    ...results.map(formatResult),
    "",
    ...[...samples].map(([side, taken]) => formatSide(side, taken)),
    "",
  ].join("\n");
}

const markOf = (part: string) => `<!-- part: ${part} -->\n`;

/** Replaces the sections of the parts that ran. Those of other parts stay. */
export async function writeResults(findings: Finding[], parts: string[]): Promise<void> {
  const earlier = await readFile(RESULTS, "utf8");
  const [head = "", ...sections] = earlier.split(/(?=<!-- part: )/);
  const sectionOf = (part: string) => {
    const finding = findings.find((entry) => entry.part === part);
    return finding
      ? `${markOf(part)}${formatFinding(finding)}\n`
      : sections.find((section) => section.startsWith(markOf(part)));
  };
  const text = [head, ...parts.map((part) => sectionOf(part) ?? "")].join("");
  await writeFile(RESULTS, `${text.trimEnd()}\n`);
}
