/**
 * Members' texts about themselves, in screen order, with all words of the forms. Schemas, forms, queries and the
 * evidence of cases are derived from this list; each text is stored in a column of the same name. `member`: the words
 * for members, with an example for new ones. `staff`: the words for staff, in quick creation, in the member form and,
 * in lower case, in the audit log. No imports, so that a screen with these texts loads nothing else.
 */
export const aboutTexts = [
  {
    name: "bio",
    example: "Conte um pouco da sua rotina, do que gosta…",
    member: { label: "Sobre você", required: "Sobre você é obrigatório" },
    staff: { label: "Biografia", editLabel: "Sobre o usuário", required: "Biografia é obrigatória" },
  },
  {
    name: "lookingFor",
    example: "Que tipo de companhia faz sentido para você?",
    member: { label: "O que você busca", required: "Conte o que você busca" },
    staff: { label: "Buscando", editLabel: "O que está buscando", required: 'Campo "Buscando" é obrigatório' },
  },
] as const;

type AboutText = (typeof aboutTexts)[number];
export type AboutName = AboutText["name"];
export const ABOUT_NAMES = aboutTexts.map(({ name }) => name);

/** Returns a record with a value for each text, by its name. */
export function mapAbout<Value>(valueFor: (text: AboutText) => Value): Record<AboutName, Value> {
  // The cast is safe, because there is one entry per name.
  return Object.fromEntries(aboutTexts.map((text) => [text.name, valueFor(text)])) as Record<AboutName, Value>;
}
