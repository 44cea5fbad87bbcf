import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"memberSetting"> = {
  memberSetting: {
    category: "settings",
    columns: {
      memberId: "internal",
      hasPopUps: "exported",
      hasSound: "exported",
      mailMessages: "exported",
      mailFavorites: "exported",
      mailVisits: "exported",
      hasPushMessages: "exported",
      hasPushActivity: "exported",
      hasNamesOutside: "exported",
      isInvisible: "exported",
      offersAvailability: "exported",
      hasDiscreetTitles: "exported",
      updatedAt: "exported",
      mailedAt: "exported",
      dailyMailedAt: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ with: "member" }],
  },
};
