import type { AnswerOf, InputOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";
import { fieldTexts } from "@caramelo/contract/errors";
import { AGE_MAX } from "@caramelo/contract/limits";
import { findAgeFault, findBioFault, findLookingForFault, findNameFault } from "~/platform/person-rules.ts";

export type OwnProfile = AnswerOf<Contract["profiles"]["mine"]>;
type ChangeBody = InputOf<Contract["profiles"]["change"]>["body"];

export type EditForm = {
  name: string;
  age: string;
  city: { value: string; label: string } | null;
  bio: string;
  lookingFor: string;
};
export type EditFaults = Partial<Record<keyof EditForm, string>>;

/** The profile as the form shows it first. */
export function toEditForm({ name, age, city, bio, lookingFor }: OwnProfile): EditForm {
  return {
    name,
    // Ages grow, and a form takes none above 99: saved unchanged it leaves the age as it is.
    age: age === null ? "" : String(Math.min(age, AGE_MAX)),
    city: city && { value: String(city.id), label: city.label },
    bio: bio ?? "",
    lookingFor: lookingFor ?? "",
  };
}

/** In the order of the screen: the first faulty field gets the focus. */
export function findEditFaults(form: EditForm): EditFaults {
  const faults = {
    name: findNameFault(form.name),
    age: findAgeFault(form.age),
    city: form.city ? undefined : fieldTexts.locationRequired,
    bio: findBioFault(form.bio),
    lookingFor: findLookingForFault(form.lookingFor),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text));
}

/** The valid form as it travels; undefined for one that has faults. */
export function toChangeBody(form: EditForm): ChangeBody | undefined {
  const { city, age, ...texts } = form;
  if (!city || Object.keys(findEditFaults(form)).length > 0) return undefined;
  return { ...texts, age: Number(age), cityId: Number(city.value) };
}

/** The server's words by its field names, under the names of this form, in the order of the screen. */
export function toEditFaults({ cityId, ...fields }: Record<string, string>): EditFaults {
  const named: Record<string, string | undefined> = { ...fields, city: cityId };
  const { name, age, city, bio, lookingFor } = named;
  return Object.fromEntries(Object.entries({ name, age, city, bio, lookingFor }).filter(([, text]) => text));
}

/** What this member may buy to be met sooner; staff and those who have it are offered nothing. */
export function findOffer(profile: Pick<OwnProfile, "role" | "isPremium" | "isHighlighted">) {
  if (profile.role === "baby") return profile.isHighlighted ? undefined : "highlight";
  return profile.role === "admin" || profile.isPremium ? undefined : "premium";
}

/** "1 ficha", "72 fichas": the word after the number, which stands by itself. */
export const tokensWord = (count: number) => (count === 1 ? "ficha" : "fichas");
export const conversationsWord = (count: number) => (count === 1 ? "conversa restante" : "conversas restantes");

export const WILDCARD_NOTE = "Você aparece com a cidade de quem visita seu perfil";
