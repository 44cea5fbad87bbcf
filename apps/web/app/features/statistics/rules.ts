import { countWords, formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { formatDecimal, formatPercent } from "@caramelo/contract/formats/decimals";
import { momentText, shortDayText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { ageText } from "@caramelo/contract/formats/spans";
import type { DailyCountName } from "@caramelo/contract/statistics/calls";
import type { Health, TrendDay } from "./queries.ts";

/** A share in words, such as "40,3% dos usuários". The share of a zero total is 0. */
export function shareText(part: number, all: number): string {
  return `${formatPercent(all === 0 ? 0 : part / all)} dos usuários`;
}

export type Trend = {
  name: DailyCountName;
  title: string;
  /** The words next to the sum of all days; undefined if a sum would be meaningless. */
  sumWords?: string;
  look: "line" | "bar";
  format: (value: number) => string;
};

const TRENDS: readonly Trend[] = [
  { name: "signUps", title: "Novos cadastros", sumWords: "em 30 dias", look: "bar", format: formatCount },
  { name: "activeMembers", title: "Usuários ativos por dia", look: "line", format: formatCount },
  { name: "sentMessages", title: "Mensagens", sumWords: "em 30 dias", look: "line", format: formatCount },
  { name: "revenueCentavos", title: "Receita", sumWords: "em 30 dias", look: "bar", format: formatReais },
  { name: "reports", title: "Denúncias", sumWords: "em 30 dias", look: "bar", format: formatCount },
  {
    name: "decidedWithdrawals",
    title: "Desistências decididas",
    sumWords: "em 30 dias",
    look: "bar",
    format: formatCount,
  },
];
/** Numbers hidden from moderators, who get null for every day. */
const OF_ORDERS: readonly DailyCountName[] = ["revenueCentavos", "decidedWithdrawals"];
const TRIALS: Trend = {
  name: "trialCentavos",
  title: "Pagamentos de teste",
  sumWords: "em 30 dias, sem dinheiro real",
  look: "bar",
  format: formatReais,
};

/**
 * The charts of the numbers visible to the caller. Without real revenue, trial payments appear under a separate name.
 */
export function listTrends(days: readonly TrendDay[]): Trend[] {
  const sees = (name: DailyCountName) => days.some((day) => day[name] !== null);
  const isTriedOut = sumOf(days, "revenueCentavos") === 0 && sumOf(days, "trialCentavos") > 0;
  return TRENDS.filter(({ name }) => !OF_ORDERS.includes(name) || sees(name)).map((trend) =>
    trend.name === "revenueCentavos" && isTriedOut ? TRIALS : trend,
  );
}

/**
 * The total revenue with its words; undefined if the caller may not see it. Without real revenue, the trials' total.
 */
export function findRevenue(days: readonly TrendDay[]): Trend | undefined {
  return listTrends(days).find(({ name }) => name === "revenueCentavos" || name === "trialCentavos");
}

/**
 * The path of a trend in a box of `width` and `height`, by default scaled from the lowest value (foot) to the highest.
 * Unknown values interrupt it.
 */
export function trendPath(
  values: readonly (number | null)[],
  width: number,
  height: number,
  [lowest, highest] = boundsOf(values),
): string {
  const range = Math.max(1, highest - lowest);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, at) => {
    if (value === null) return "";
    const isStart = at === 0 || values[at - 1] == null;
    return `${isStart ? "M" : "L"}${round(at * step)} ${round(height - ((value - lowest) / range) * height)}`;
  });
  return points.join("");
}

function boundsOf(values: readonly (number | null)[]): [lowest: number, highest: number] {
  const knownValues = values.filter((value) => value !== null);
  return [Math.min(...knownValues), Math.max(...knownValues)];
}

/** The area between a `trendPath` line and the foot of its box. */
export const areaBelow = (line: string, height: number): string =>
  line.replace(/M([\d.]+)[^M]*/g, (run, start) => `${run}V${height}H${start}Z`);

/** Two to four round axis values, from 0 to the first that is not below `highest`. */
export function listTicks(highest: number): number[] {
  const third = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(third));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= third) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, at) => at * step);
}

const round = (coordinate: number) => Math.round(coordinate * 10) / 10;

export function sumOf(days: readonly TrendDay[], name: DailyCountName): number {
  return days.reduce((sum, day) => sum + (day[name] ?? 0), 0);
}

/** Whether a value has no neighbours, so that no line connects it. */
export const isAlone = (values: readonly (number | null)[], at: number): boolean =>
  values[at] != null && values[at - 1] == null && values[at + 1] == null;

/** The chart in one sentence, for screen readers. */
export function describeTrend(days: readonly TrendDay[], { name, title, format }: Trend): string {
  const knownDays = days.flatMap((day) => (day[name] === null ? [] : [{ day: day.day, value: day[name] }]));
  const last = knownDays.at(-1);
  if (!last) return `${title}: ainda sem dados`;
  const highest = knownDays.reduce((best, day) => (day.value > best.value ? day : best));
  return `${title}: ${format(last.value)} em ${shortDayText(last.day)}; o máximo foi ${format(highest.value)} em ${shortDayText(highest.day)}`;
}

const GIB = 1_073_741_824;
const DISK_LOW = 0.1;

/** A size such as "12,4 GB". */
export const formatGigabytes = (bytes: number): string => `${formatDecimal(bytes / GIB)} GB`;

const MINUTE_MS = 60_000;
/** The queue is behind when this many due jobs wait, or when the oldest has been due for this long. */
const JOBS_BEHIND = 1_000;
const BEHIND_MS = 5 * MINUTE_MS;
/** A job running longer than this is listed; hardly any job needs a minute. */
const LONG_JOB_MS = 15 * MINUTE_MS;

export const listLongJobs = ({ runningJobs }: Pick<Health, "runningJobs">, now: number): Health["runningJobs"] =>
  runningJobs.filter(({ startedAt }) => now - Date.parse(startedAt) > LONG_JOB_MS);

/** The waiting jobs of the queue, and the state of the others. */
export function queueText({ queue }: Pick<Health, "queue">, now: number): { waiting: string; others: string } {
  const { waiting, running, planned, retrying, oldestDueAt } = queue;
  const since = (oldest: string | null) => {
    if (oldest === null) return "";
    return `${pluralWord(waiting, "", ", a mais antiga")} ${ageText(oldest, now)}`;
  };
  const again = retrying === 0 ? "" : `, ${countWords(retrying, "será tentada de novo", "serão tentadas de novo")}`;
  return {
    waiting:
      waiting === 0
        ? "Nenhuma tarefa na fila"
        : countWords(waiting, "tarefa na fila", "tarefas na fila") + since(oldestDueAt),
    others: `${formatCount(running)} em andamento, ${formatCount(planned)} para mais tarde${again}`,
  };
}

/** The mails waiting to be sent, and the undeliverable ones. */
export function mailText({ mail }: Pick<Health, "mail">, now: number): { waiting: string; failed: string } {
  const { isSending, waiting, oldestWaitingAt, failed } = mail;
  const since = oldestWaitingAt === null ? "" : `, o mais antigo ${ageText(oldestWaitingAt, now)}`;
  return {
    waiting: isSending
      ? `${formatCount(waiting)} na fila${since}`
      : `Sem servidor de e-mail: ${countWords(waiting, "guardado", "guardados")}`,
    failed: `${countWords(failed, "falhou", "falharam")} nos últimos 30 dias.`,
  };
}

/** The number of running processes, and how they are connected. */
export function processesText({ processes }: Pick<Health, "processes">): string {
  const { count, isContested, redis } = processes;
  const runningText = `${formatCount(count)} em funcionamento`;
  if (isContested)
    return `${runningText} no mesmo banco sem poder trabalhar juntos: falta REDIS_URL em algum, ou a chave mestra é outra.`;
  if (redis === "lost") return `${runningText}. O Redis não responde: até voltar, cada um segue por si.`;
  return redis === "connected" ? `${runningText}, com Redis` : runningText;
}

/** A failed job in words, such as "Nº 7, 25 tentativas, a última há 2 h". */
export function failedJobText({ id, attempts, failedAt }: Health["failedJobs"][number], now: number): string {
  const tries = countWords(attempts, "tentativa", "tentativas, a última");
  return `Nº ${id}, ${tries} ${ageText(failedAt, now)}`;
}

const BACKUP_OLD_MS = 2 * 24 * 60 * MINUTE_MS;

/** The latest backup: its time in São Paulo, its age, and the known facts about its file. */
export function backupText({ backup }: Pick<Health, "backup">, now: number): { made: string; file: string } {
  if (backup === null) return { made: "Nenhum backup até agora.", file: "O manual de operação diz como fazer um." };
  const { takenAt, bytes, isEncrypted } = backup;
  const size = bytes < GIB / 10 ? `${formatDecimal(bytes / (GIB / 1_024))} MB` : formatGigabytes(bytes);
  return {
    made: `O último foi ${ageText(takenAt, now)} (${momentText(takenAt).replace(", ", " às ")})`,
    file: `${size}, ${isEncrypted ? "criptografado" : "sem criptografia"}`,
  };
}

/** Whether the latest backup is missing or more than two days old. */
const isBackupDue = ({ backup }: Pick<Health, "backup">, now: number): boolean =>
  backup === null || now - Date.parse(backup.takenAt) > BACKUP_OLD_MS;

export type Tone = "ok" | "warn" | "danger";

/** The tone of each part of the product. `warn`: needs attention. `danger`: has failed or soon will. */
export function judgeHealth(
  health: Health,
  now: number,
): Record<"queue" | "mail" | "disk" | "processes" | "backup", Tone> {
  const { queue, mail, disk, processes } = health;
  const lateBy = (since: string | null) => (since === null ? 0 : now - Date.parse(since));
  const isBehind = queue.waiting > JOBS_BEHIND || lateBy(queue.oldestDueAt) > BEHIND_MS;
  const isMailBehind = mail.isSending && lateBy(mail.oldestWaitingAt) > BEHIND_MS;
  return {
    queue: worst(queue.failed > 0, isBehind || listLongJobs(health, now).length > 0),
    mail: worst(false, isMailBehind || mail.failed > 0),
    disk: worst(disk.freeBytes < disk.totalBytes * (DISK_LOW / 2), disk.freeBytes < disk.totalBytes * DISK_LOW),
    processes: worst(processes.isContested, processes.redis === "lost"),
    backup: worst(false, isBackupDue(health, now)),
  };
}

function worst(isBad: boolean, isDoubtful: boolean): Tone {
  if (isBad) return "danger";
  return isDoubtful ? "warn" : "ok";
}
