import type { AboutName } from "@caramelo/contract/texts/about";

// Apart from the words of the forms, which a profile need not load, and from the rules that the search loads.
const HEADINGS: Readonly<Record<AboutName, string>> = { bio: "Sobre", lookingFor: "O que busca" };

/** The texts that a member wrote about themselves, with their headings. */
export const listTexts = (profile: Record<AboutName, string | null>) =>
  // The keys are those of the type.
  (Object.keys(HEADINGS) as AboutName[]).map((name) => ({ title: HEADINGS[name], text: profile[name] ?? "" }));
