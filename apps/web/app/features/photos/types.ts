import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

export type OwnPhoto = AnswerOf<Contract["profiles"]["mine"]>["photos"][number];

/** Where the photos are kept: in the profile, which belongs to another feature. */
export type GalleryStore = {
  /** Stores the photos as they are after a change. */
  keep: (photos: OwnPhoto[]) => void;
  /**
   * Loads the photos again when the browser and the server may differ. Resolves to false when they could not be loaded.
   */
  reload: () => Promise<boolean>;
};
