import { isAimMet, isMet, type Round, sumUp, type Target } from "./rules.ts";

/** Prints how far the run is; the report itself goes to the standard output. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The findings of one part of the bench: the figures that have targets, and all measured figures. */
export type Finding = { title: string; targets: Target[]; figures: string[] };

export function figure(value: number): string {
  if (Number.isNaN(value)) return "not measured";
  if (value >= 1000) return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  return value.toFixed(value >= 100 ? 0 : 2);
}

export function formatRounds(rounds: Round[]): string {
  const { perSecond, p50, p95, p99, answers, processorMs } = sumUp(rounds);
  const processor = Number.isNaN(processorMs) ? "" : `, ${figure(processorMs)} ms of the server's processor each`;
  return `${figure(perSecond)} a second, p50 ${figure(p50)} ms, p95 ${figure(p95)} ms, p99 ${figure(p99)} ms${processor} (${answers} answers)`;
}

function resultOf(target: Target): string {
  if (isAimMet(target)) return "AIM MET";
  return isMet(target) ? "met    " : "MISSED ";
}

function formatTarget(target: Target): string {
  const limit = "atLeast" in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  const aim = target.aim === undefined ? "" : `, aim ${target.aim}`;
  const unit = target.unit ? ` ${target.unit}` : "";
  return `  ${resultOf(target)}  ${target.name}: ${figure(target.value)}${unit} (${limit}${aim})`;
}

export const listMissed = (findings: Finding[]): Target[] =>
  findings.flatMap(({ targets }) => targets.filter((target) => !isMet(target)));

/** The same as the report, for programs. What could not be measured is null. */
export function formatJson(findings: Finding[], machine: string[]): string {
  const described = findings.map(({ title, targets, figures }) => ({
    title,
    targets: targets.map((target) => ({ ...target, isMet: isMet(target), isAimMet: isAimMet(target) })),
    figures,
  }));
  return `${JSON.stringify({ machine, findings: described }, undefined, 2)}\n`;
}

/** Formats the figures that have targets, then all measured figures, then one line with the result. */
export function formatReport(findings: Finding[], machine: string[]): string {
  const targets = findings.flatMap((finding) => finding.targets);
  const missed = listMissed(findings);
  const summary = missed.length === 0 ? "all targets met" : `missed: ${missed.map(({ name }) => name).join("; ")}`;
  return [
    "Targets",
    ...targets.map(formatTarget),
    ...findings.flatMap(({ title, figures }) => ["", title, ...figures.map((line) => `  ${line}`)]),
    "",
    ...machine,
    "",
    `Bench: ${targets.length - missed.length} of ${targets.length} targets met; ${summary}.`,
    "",
  ].join("\n");
}
