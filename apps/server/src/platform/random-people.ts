import type { QuickPerson } from "@caramelo/contract/accounts/managed";

/** A made-up person. `face` decides what the pictures show. */
export type RandomPerson = Omit<QuickPerson, "email" | "password" | "city"> & { cityId: number };

export type Sitter = Pick<RandomPerson, "face" | "accountType" | "age">;

/** Draws believable people who do not exist, with drawn pictures. */
export type RandomPeople = {
  /** Returns a made-up person; the same `name`, which is any text, always gives the same one. */
  draw(name: string): RandomPerson;
  /** Returns one picture of a person, as WebP; undefined when the person has fewer pictures. */
  drawPhoto(sitter: Sitter, at: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
};
