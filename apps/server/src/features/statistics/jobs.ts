import { job } from "../../platform/job.ts";
import { countStatistics } from "./count-statistics.ts";

export const jobs = [
  job({
    name: "count-statistics",
    words: "Contar os números do painel",
    cron: "* * * * *",
    overlap: "waits-once",
    run: (context) => countStatistics(context, { isWhole: false }),
  }),
  job({
    name: "recount-statistics",
    words: "Recontar os números do painel",
    cron: "12 6 * * *",
    run: (context) => countStatistics(context, { isWhole: true }),
  }),
];
