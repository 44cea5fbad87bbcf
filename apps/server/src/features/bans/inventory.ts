import type { TablesOf } from "../../platform/inventory.ts";

const COMES_BACK = "a banned person would come back by erasing the account";

export const tables: TablesOf<"banMark" | "bannedPhoto"> = {
  banMark: {
    category: "bans",
    columns: { kind: "exported", hash: "secret", memberId: "internal", bannedAt: "exported" },
    people: [
      {
        by: { id: "memberId" },
        as: "holder",
        onErasure: { does: "keep", because: COMES_BACK, law: "fraud", until: "decision" },
      },
    ],
    export: "rows",
    ends: [{ when: "the ban ends" }],
  },
  bannedPhoto: {
    category: "bans",
    columns: {
      id: "internal",
      memberId: "internal",
      fileName: "internal",
      fingerprints: "secret",
      bannedAt: "exported",
      isPending: "internal",
    },
    people: [
      {
        by: { id: "memberId" },
        as: "holder",
        // The file name begins with the member's id, which no row has by then.
        onErasure: { does: "keep", because: COMES_BACK, law: "fraud", until: "decision" },
      },
    ],
    export: "rows",
    ends: [{ when: "the staff shows the photo again" }],
  },
};
