import { job } from "../../platform/job.ts";
import { pruneChanges } from "./change-queries.ts";

export const jobs = [
  // Every process has had an hour to read them.
  job("prune-profile-changes", "Apagar mudanças já lidas da busca", {
    sweep: "ten-minute",
    run: ({ db }) => pruneChanges(db),
  }),
];
