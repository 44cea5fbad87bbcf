import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

export type OwnPhoto = AnswerOf<Contract["profiles"]["mine"]>["photos"][number];

/** Where the photos are stored: in the profile, which belongs to another feature. */
export type GalleryStore = {
  /** Stores the photos after a change. */
  keep: (photos: OwnPhoto[]) => void;
  /** Reloads the photos when browser and server may differ. Resolves to false if that fails. */
  reload: () => Promise<boolean>;
};
