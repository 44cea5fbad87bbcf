import type { StoreEntry, TablesOf } from "../inventory.ts";

export const tables: TablesOf<"secret"> = {
  secret: {
    category: "none",
    columns: { name: "internal", value: "secret" },
    people: [],
    export: { not: "keys of the installation" },
    ends: [{ never: "what they signed or hashed could not be checked any more" }],
  },
};

/** The queue's own tables, in the schema `graphile_worker`. */
export const queue: StoreEntry = {
  category: "technical",
  holds: "jobs with their payloads, whose fields are declared by the kind of job",
  names: "member id",
  export: { not: "a job lasts seconds, and what it works on is exported" },
  onErasure: { does: "delete" },
  ends: { after: "failedJobs", job: "sweep-jobs" },
};
