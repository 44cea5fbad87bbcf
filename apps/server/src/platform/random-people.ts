import type { AccountType, Gender } from "@caramelo/contract/accounts/account";

/** Somebody made up. `face` decides what the pictures show. */
export type RandomPerson = {
  name: string;
  age: number;
  gender: Gender;
  accountType: AccountType;
  cityId: number;
  bio: string;
  lookingFor: string;
  face: string;
  photos: number;
};

export type Sitter = { face: string; accountType: AccountType; age: number };

/** Believable people who do not exist, with drawn pictures. */
export type RandomPeople = {
  /** The same person for the same name of a draw. */
  draw(name: string): RandomPerson;
  /** One picture of a person, as WebP; undefined where the person has fewer. */
  drawPhoto(sitter: Sitter, at: number): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
};
