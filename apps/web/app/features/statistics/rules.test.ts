import { describe, expect, test } from "vitest";
import type { Health, TrendDay } from "./queries.ts";
import {
  areaBelow,
  backupText,
  describeTrend,
  failedJobText,
  findRevenue,
  isAlone,
  judgeHealth,
  listLongJobs,
  listTicks,
  listTrends,
  mailText,
  processesText,
  queueText,
  shareText,
  sumOf,
  trendPath,
} from "./rules.ts";

const NOW = Date.parse("2026-11-23T15:00:00.000Z");
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const day = (of: string, changes: Partial<TrendDay> = {}): TrendDay => ({
  day: of,
  members: null,
  verified: null,
  premium: null,
  signUps: 0,
  activeMembers: null,
  sentMessages: 0,
  reports: 0,
  decidedWithdrawals: 0,
  revenueCentavos: 0,
  trialCentavos: 0,
  ...changes,
});

test("[K2.46] a rate is a percentage of all members, and zero without members", () => {
  expect(shareText(1_937, 4_812)).toBe("40,3% dos usuários");
  expect(shareText(0, 0)).toBe("0% dos usuários");
});

describe("a counter", () => {
  test("has the line of its trend, from the lowest to the highest day, and no line over unknown days", () => {
    expect(trendPath([5, 10, 15], 100, 20)).toBe("M0 20L50 10L100 0");
    expect(trendPath([2, null, 1, 1], 30, 10)).toBe("M0 0M20 10L30 10");
    expect(trendPath([0, 0], 10, 10)).toBe("M0 10L10 10");
    expect(trendPath([3], 10, 10)).toBe("M0 10");
    expect(trendPath([null, null], 10, 10)).toBe("");
    expect(trendPath([5, 10], 10, 10, [0, 10])).toBe("M0 5L10 0");
  });

  test("has an area between each part of its line and the foot", () => {
    expect(areaBelow("M0 0M20 10L30 5", 10)).toBe("M0 0V10H0ZM20 10L30 5V10H20Z");
  });

  test("of money is that of trials while there is no real money, and is missing for a person who may not see it", () => {
    expect(findRevenue([day("2026-11-22", { revenueCentavos: 100, trialCentavos: 5 })])?.name).toBe("revenueCentavos");
    expect(findRevenue([day("2026-11-22", { trialCentavos: 5 })])?.name).toBe("trialCentavos");
    const hiddenAmounts = { revenueCentavos: null, trialCentavos: null, decidedWithdrawals: null };
    expect(findRevenue([day("2026-11-22", hiddenAmounts)])).toBeUndefined();
  });
});

describe("the charts", () => {
  test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 2, 4]],
    [7, [0, 5, 10]],
    [47_00, [0, 2_000, 4_000, 6_000]],
  ])("have round numbers at their axis up to %i", (highest, ticks) => {
    expect(listTicks(highest)).toEqual(ticks);
  });

  test("mark a value that no line leads to, such as that of the first day", () => {
    const values = [null, 3, null, 0, 1, null, 2];
    expect(values.map((_, at) => isAlone(values, at))).toEqual([false, true, false, false, false, false, true]);
  });

  test("show sign-ups, active members, messages, revenue, reports and decided withdrawals", () => {
    expect(listTrends([day("2026-11-23")]).map(({ title }) => title)).toEqual([
      "Novos cadastros",
      "Usuários ativos por dia",
      "Mensagens",
      "Receita",
      "Denúncias",
      "Desistências decididas",
    ]);
  });

  test("leave out the numbers of orders for a person who may not see them", () => {
    const days = [day("2026-11-23", { revenueCentavos: null, trialCentavos: null, decidedWithdrawals: null })];
    const names = listTrends(days).map(({ name }) => name);
    expect(names).not.toContain("revenueCentavos");
    expect(names).not.toContain("decidedWithdrawals");
  });

  test("call payments that were only tried out by their name, as long as no money has come", () => {
    const trial = day("2026-11-22", { trialCentavos: 4_700 });
    expect(listTrends([trial]).map(({ title }) => title)).toContain("Pagamentos de teste");
    expect(listTrends([trial, day("2026-11-23", { revenueCentavos: 1 })]).map(({ title }) => title)).toContain(
      "Receita",
    );
  });

  test("have a sentence with the last day and the highest", () => {
    const days = [
      day("2026-11-21", { signUps: 9 }),
      day("2026-11-22", { signUps: 2 }),
      day("2026-11-23", { signUps: 4 }),
    ];
    const [signUps, active] = listTrends(days);
    if (!signUps || !active) throw new Error("charts are missing");
    expect(describeTrend(days, signUps)).toBe("Novos cadastros: 4 em 23/11; o máximo foi 9 em 21/11");
    expect(describeTrend(days, active)).toBe("Usuários ativos por dia: ainda sem dados");
    expect(sumOf(days, "signUps")).toBe(15);
  });
});

describe("the health", () => {
  const fine: Health = {
    queue: { waiting: 3, running: 1, planned: 9, retrying: 0, failed: 0, oldestDueAt: ago(1) },
    runningJobs: [{ id: 5, task: "send-mail", startedAt: ago(15) }],
    failedJobs: [],
    mail: { isSending: true, waiting: 0, oldestWaitingAt: null, failed: 0 },
    disk: { freeBytes: 50, totalBytes: 100 },
    processes: { count: 2, isContested: false, redis: "connected" },
    backup: { takenAt: ago(47 * 60), bytes: 1, isEncrypted: true },
  };

  test("is good while nothing has failed and nothing is late", () => {
    expect(judgeHealth(fine, NOW)).toEqual({ queue: "ok", mail: "ok", disk: "ok", processes: "ok", backup: "ok" });
  });

  test.each<[string, Partial<Health>, Partial<ReturnType<typeof judgeHealth>>]>([
    ["a job failed for good", { queue: { ...fine.queue, failed: 1 } }, { queue: "danger" }],
    [
      "a due job waits for more than five minutes",
      { queue: { ...fine.queue, oldestDueAt: ago(6) } },
      { queue: "warn" },
    ],
    [
      "a job runs for more than a quarter of an hour",
      { runningJobs: [{ id: 6, task: "send-mail", startedAt: ago(16) }] },
      { queue: "warn" },
    ],
    ["too many jobs wait", { queue: { ...fine.queue, waiting: 1_001 } }, { queue: "warn" }],
    [
      "a mail waits for more than five minutes",
      { mail: { ...fine.mail, waiting: 1, oldestWaitingAt: ago(6) } },
      { mail: "warn" },
    ],
    ["a mail could not be delivered", { mail: { ...fine.mail, failed: 1 } }, { mail: "warn" }],
    ["less than a tenth of the disk is free", { disk: { freeBytes: 9, totalBytes: 100 } }, { disk: "warn" }],
    ["there is no backup", { backup: null }, { backup: "warn" }],
    [
      "[D5.32] the last backup is older than two days",
      { backup: { takenAt: ago(48 * 60 + 1), bytes: 1, isEncrypted: true } },
      { backup: "warn" },
    ],
    ["less than a twentieth is free", { disk: { freeBytes: 4, totalBytes: 100 } }, { disk: "danger" }],
    ["Redis does not answer", { processes: { ...fine.processes, redis: "lost" } }, { processes: "warn" }],
    [
      "processes work on the database without Redis",
      { processes: { ...fine.processes, isContested: true } },
      { processes: "danger" },
    ],
  ])("is not good when %s", (_, change, verdict) => {
    expect(judgeHealth({ ...fine, ...change }, NOW)).toMatchObject(verdict);
  });

  test("is good without a mail server, where every mail only waits to be read", () => {
    const mail = { isSending: false, waiting: 9, oldestWaitingAt: ago(900), failed: 0 };
    expect(judgeHealth({ ...fine, mail }, NOW).mail).toBe("ok");
  });
});

describe("the words of the health", () => {
  test("[D5.32] tell when the last backup was, how large it is and whether others can read it", () => {
    const backup = { takenAt: ago(9 * 60), bytes: 52_428_800, isEncrypted: true };
    expect(backupText({ backup }, NOW)).toEqual({
      made: "O último foi há 9 h (23/11/2026 às 03:00)",
      file: "50 MB, criptografado",
    });
    const large = { ...backup, takenAt: ago(3 * 24 * 60), bytes: 13_314_398_618, isEncrypted: false };
    expect(backupText({ backup: large }, NOW)).toEqual({
      made: "O último foi há 3 dias (20/11/2026 às 12:00)",
      file: "12,4 GB, sem criptografia",
    });
    expect(backupText({ backup: null }, NOW).made).toBe("Nenhum backup até agora.");
  });

  const queue = { waiting: 0, running: 1, planned: 2, retrying: 0, failed: 0, oldestDueAt: null };

  test("agree with their numbers", () => {
    expect(queueText({ queue }, NOW)).toEqual({
      waiting: "Nenhuma tarefa na fila",
      others: "1 em andamento, 2 para mais tarde",
    });
    expect(queueText({ queue: { ...queue, waiting: 1, retrying: 1, oldestDueAt: ago(3) } }, NOW)).toEqual({
      waiting: "1 tarefa na fila há 3 min",
      others: "1 em andamento, 2 para mais tarde, 1 será tentada de novo",
    });
    expect(queueText({ queue: { ...queue, waiting: 1_200, retrying: 2, oldestDueAt: ago(3) } }, NOW)).toEqual({
      waiting: "1.200 tarefas na fila, a mais antiga há 3 min",
      others: "1 em andamento, 2 para mais tarde, 2 serão tentadas de novo",
    });
    const mail = { isSending: true, waiting: 2, oldestWaitingAt: ago(3), failed: 1 };
    expect(mailText({ mail }, NOW)).toEqual({
      waiting: "2 na fila, o mais antigo há 3 min",
      failed: "1 falhou nos últimos 30 dias.",
    });
    expect(mailText({ mail: { ...mail, isSending: false, waiting: 1, failed: 0 } }, NOW)).toEqual({
      waiting: "Sem servidor de e-mail: 1 guardado",
      failed: "0 falharam nos últimos 30 dias.",
    });
    const job = { id: 7, task: "send-mail", failedAt: ago(120) };
    expect(failedJobText({ ...job, attempts: 25 }, NOW)).toBe("Nº 7, 25 tentativas, a última há 2 h");
    expect(failedJobText({ ...job, attempts: 1 }, NOW)).toBe("Nº 7, 1 tentativa há 2 h");
  });

  test.each<[Health["processes"], string]>([
    [{ count: 1, isContested: false, redis: "unused" }, "1 em funcionamento"],
    [{ count: 3, isContested: false, redis: "connected" }, "3 em funcionamento, com Redis"],
    [
      { count: 3, isContested: false, redis: "lost" },
      "3 em funcionamento. O Redis não responde: até voltar, cada um segue por si.",
    ],
    [
      { count: 2, isContested: true, redis: "unused" },
      "2 em funcionamento no mesmo banco sem poder trabalhar juntos: falta REDIS_URL em algum, ou a chave mestra é outra.",
    ],
  ])("say how many processes there are and how they work together: %o", (processes, text) => {
    expect(processesText({ processes })).toBe(text);
  });

  test("name the jobs that run for more than a quarter of an hour", () => {
    const [long, short] = [16, 14].map((minutes) => ({ id: minutes, task: "send-mail", startedAt: ago(minutes) }));
    if (!long || !short) throw new Error("a job is missing");
    expect(listLongJobs({ runningJobs: [long, short] }, NOW)).toEqual([long]);
  });
});
