import type { AboutName } from "@caramelo/contract/texts/about";

// The headings are in this file, so that a profile need not load the words of the forms, and the search need not load
// the headings.
const HEADINGS: Readonly<Record<AboutName, string>> = { bio: "Sobre", lookingFor: "O que busca" };

/** The texts that a member wrote about themselves, with their headings. */
export const listTexts = (profile: Record<AboutName, string | null>) =>
  // The cast is safe, because the keys are exactly those of the type.
  (Object.keys(HEADINGS) as AboutName[]).map((name) => ({ title: HEADINGS[name], text: profile[name] ?? "" }));
