import type { TablesOf } from "../../platform/inventory.ts";

/** A case of a member who erases the account is decided first, and is removed some months later. */
const UNTIL_CASE_GOES = {
  does: "keep",
  because: "an open case must be decided, and its decision can be contested",
  law: "rights",
  until: "evidence",
} as const;

export const tables: TablesOf<"casePhoto" | "hiddenPhoto" | "photo" | "photoObject"> = {
  casePhoto: {
    category: "moderation",
    columns: {
      caseId: "internal",
      fileName: "internal",
      photoId: "internal",
      width: "internal",
      height: "internal",
      thumbhash: "internal",
      keptAt: "internal",
    },
    people: [{ by: { row: "caseId", of: "reportCase" }, as: "counterpart", onErasure: UNTIL_CASE_GOES }],
    export: { not: "a copy of an exported photo, which would tell that somebody reported it" },
    ends: [{ after: "evidence", since: "keptAt", job: "sweep-evidence" }, { with: "reportCase" }],
  },
  hiddenPhoto: {
    category: "photos",
    columns: {
      id: "internal",
      memberId: "internal",
      fileName: "exported",
      position: "internal",
      width: "exported",
      height: "exported",
      thumbhash: "internal",
      createdAt: "exported",
      // A report may have hidden it, and the time would reveal it.
      hiddenAt: "internal",
      isUnderReview: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { presented: "with its picture" },
    ends: [{ after: "hiddenPhotos", since: "hiddenAt", job: "sweep-hidden-photos" }],
  },
  photo: {
    category: "photos",
    columns: {
      id: "internal",
      memberId: "internal",
      fileName: "exported",
      position: "exported",
      width: "exported",
      height: "exported",
      thumbhash: "internal",
      createdAt: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { presented: "with its picture" },
    ends: [{ when: "the member or the staff removes it" }, { with: "member" }],
  },
  photoObject: {
    category: "photos",
    columns: { fileName: "internal", createdAt: "internal" },
    people: [{ by: { prefix: "fileName" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "the name of a stored file, which is exported with its photo" },
    // While evidence refers to it, row and files stay, even after an erasure.
    ends: [
      { when: "its upload ended without a photo an hour ago", job: "sweep-photo-objects" },
      { when: "no photo and no evidence refers to it any more", job: "sweep-old-photo-objects" },
    ],
  },
};
