import { job } from "../../platform/job.ts";
import { countStatistics } from "./count-statistics.ts";

export const jobs = [
  job("count-statistics", "Contar os números do painel", {
    cron: "* * * * *",
    waitsOnce: true,
    run: (context) => countStatistics(context, { isWhole: false }),
  }),
  job("recount-statistics", "Recontar os números do painel", {
    cron: "12 6 * * *",
    run: (context) => countStatistics(context, { isWhole: true }),
  }),
];
