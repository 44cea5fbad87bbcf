import type { AboutName } from "@caramelo/contract/texts/about";

// The headings are in this file, so that a profile does not load the forms' words, and the search does not load the
// headings.
const HEADINGS: Readonly<Record<AboutName, string>> = { bio: "Sobre", lookingFor: "O que busca" };

/** The profile texts of a member, with their headings. */
export const listTexts = (profile: Record<AboutName, string | null>) =>
  // The cast is safe, because these are exactly the keys of the type.
  (Object.keys(HEADINGS) as AboutName[]).map((name) => ({ title: HEADINGS[name], text: profile[name] ?? "" }));
