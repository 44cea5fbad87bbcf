import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"backupRun"> = {
  backupRun: {
    category: "none",
    columns: {
      id: "internal",
      takenAt: "internal",
      finishedAt: "internal",
      bytes: "internal",
      isEncrypted: "internal",
    },
    people: [],
    export: { not: "about backups, and nobody's" },
    // The next backup removes it.
    ends: [{ when: "a backup is made after its period (backupRecords)" }],
  },
};
