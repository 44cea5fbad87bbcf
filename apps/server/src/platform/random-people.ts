import type { QuickPerson } from "@caramelo/contract/accounts/managed";

/** Somebody made up. `face` decides what the pictures show. */
export type RandomPerson = Omit<QuickPerson, "email" | "password" | "city"> & { cityId: number };

export type Sitter = Pick<RandomPerson, "face" | "accountType" | "age">;

/** Believable people who do not exist, with drawn pictures. */
export type RandomPeople = {
  /** The same person for the same name of a draw. */
  draw(name: string): RandomPerson;
  /** One picture of a person, as WebP; undefined where the person has fewer. */
  drawPhoto(sitter: Sitter, at: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
};
