import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { pluralWord } from "@caramelo/contract/formats/counts";
import { AGE_MAX } from "@caramelo/contract/limits";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import {
  type AboutValues,
  findAboutErrors,
  findAgeError,
  findNameError,
  toAboutValues,
} from "~/platform/person-rules.ts";
import { type FormErrors, hasErrors, keepErrors } from "~/ui/forms/form-rules.ts";

export type OwnProfile = AnswerOf<Contract["profiles"]["mine"]>;
export type ChangeBody = InputOf<Contract["profiles"]["change"]>["body"];

export type EditForm = AboutValues & { name: string; age: string; city: { value: string; label: string } | null };

export function toEditForm(profile: OwnProfile): EditForm {
  const { name, age, city } = profile;
  return {
    name,
    // The form accepts no age above 99; an unchanged 99 keeps an older member's age.
    age: age === null ? "" : String(Math.min(age, AGE_MAX)),
    city: city && { value: String(city.id), label: city.label },
    ...toAboutValues(profile),
  };
}

export function findEditErrors(form: EditForm): FormErrors<EditForm> {
  return keepErrors<EditForm>({
    name: findNameError(form.name),
    age: findAgeError(form.age),
    city: form.city ? undefined : profileFields.locationRequired,
    ...findAboutErrors(form),
  });
}

/** Whether closing the form would lose a change of a text or of the city. */
export function isEdited(form: EditForm, { city, ...texts }: EditForm): boolean {
  return (
    form.city?.value !== city?.value ||
    Object.entries(texts).some(([name, text]) => form[name as keyof typeof texts] !== text)
  );
}

/**
 * The request for a valid form opened with this profile; undefined for a form with errors. Contains only changed
 * fields, so that it does not overwrite changes made in another tab or by staff.
 */
export function toChangeBody(form: EditForm, { updatedAt }: Pick<OwnProfile, "updatedAt">): ChangeBody | undefined {
  const { city, age, ...texts } = form;
  if (!city || hasErrors(findEditErrors(form))) return undefined;
  return { ...texts, age: Number(age), cityId: Number(city.value), updatedAt };
}

/** What this member can buy to be seen more; undefined for staff and for members who already have it. */
export function findOffer(profile: Pick<OwnProfile, "role" | "isPremium" | "isHighlighted">) {
  if (profile.role === "baby") return profile.isHighlighted ? undefined : "highlight";
  return profile.role === "admin" || profile.isPremium ? undefined : "premium";
}

export const conversationsWord = (count: number) => pluralWord(count, "conversa restante", "conversas restantes");

export const WILDCARD_HINT = "Você aparece com a cidade de quem visita seu perfil";
