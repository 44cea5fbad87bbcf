import { formatKills, type Report } from "./run.ts";

const FAULTS_SHOWN = 20;

/** The report of what a run did and found, for a human reader. */
export function formatReport({
  faults,
  acknowledged,
  kills,
  struck,
  tally,
  customers,
  pauses,
  deaths,
  seconds,
  oracleFile,
}: Report): string {
  const cuts = Object.entries(struck).map(([fault, count]) => `${count} ${fault}`);
  const lines = [
    "",
    `${acknowledged} sends acknowledged in ${Math.round(seconds)} s (${Math.round(acknowledged / seconds)} a second, restarts included)`,
    `killed: ${formatKills(kills)}; connections struck: ${cuts.join(", ")}`,
    `${tally.tries} tries: ${tally.silent} by both ways, ${tally.unanswered} without an answer, ${tally.busy} refused as busy or unavailable, ${tally.refused} refused for want of tokens, ${tally.answeredAgain} answered with what an earlier try had stored`,
    ...Object.entries(customers).map(([name, count]) => `${count} ${name} acknowledged`),
    ...(pauses.length > 0 ? [`pause of all members after a promotion: ${describePauses(pauses)}`] : []),
    ...listTellings(deaths),
  ];
  if (faults.length === 0) return [...lines, "0 lost, 0 doubled, 0 out of order; tokens equal the ledger."].join("\n");
  return [
    ...lines,
    `${faults.length} faults; what was acknowledged: ${oracleFile}`,
    ...faults.slice(0, FAULTS_SHOWN).map(({ kind, text }) => `  ${kind}: ${text}`),
  ].join("\n");
}

/** The least, the median and the longest, in seconds. */
export function describePauses(pauses: number[]): string {
  const seconds = pauses.toSorted((a, b) => a - b).map(formatSeconds);
  return `${seconds[0]} at least, ${seconds[seconds.length >> 1]} in the median, ${seconds.at(-1)} at most`;
}

/** One line for each victim: the median and the longest time after which log and alerts reported its deaths. */
function listTellings(deaths: Report["deaths"]): string[] {
  const victims = [...new Set(deaths.map(({ victim }) => victim))];
  return victims.map((victim) => {
    const times = deaths.filter((death) => death.victim === victim).map(({ reportedAfterMs }) => reportedAfterMs);
    const [middle, longest] = [times.toSorted((a, b) => a - b)[times.length >> 1], Math.max(...times)];
    return `end of the ${victim}: reported after ${formatSeconds(middle ?? 0)} in the median, ${formatSeconds(longest)} at most`;
  });
}

const formatSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
