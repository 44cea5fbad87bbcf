import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

export type OwnPhoto = AnswerOf<Contract["profiles"]["mine"]>["photos"][number];

/** Where the photos are kept: with the profile, which belongs to another feature. */
export type GalleryStore = {
  /** Takes over the photos as they are after a change. */
  keep: (photos: OwnPhoto[]) => void;
  /** Loads them again, for when the browser and the server may differ. False when they did not come. */
  reload: () => Promise<boolean>;
};
