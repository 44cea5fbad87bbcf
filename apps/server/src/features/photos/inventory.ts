import type { JobsOf, TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<"hiddenPhoto" | "photo" | "photoObject"> = {
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
      // A report may have hidden it, and the moment would tell of it.
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
    // While evidence refers to it, row and files stay, after an erasure, too.
    ends: [{ when: "no photo and no evidence refers to it any more", job: "sweep-photo-objects" }],
  },
};

export const jobs: JobsOf<"sweep-hidden-photos" | "sweep-photo-objects"> = {
  "sweep-hidden-photos": { category: "none", payload: {} },
  "sweep-photo-objects": { category: "none", payload: {} },
};
