import { ABOUT_NAMES, mapAbout } from "@caramelo/contract/texts/about";
import { expect, test } from "vitest";
import { listTexts } from "./about-rules.ts";

test("a profile has a heading for each text of the member, even for those that are missing", () => {
  const sections = listTexts({ ...mapAbout(() => null), bio: "Velejador." });
  expect(sections).toHaveLength(ABOUT_NAMES.length);
  expect(sections.slice(0, 2)).toEqual([
    { title: "Sobre", text: "Velejador." },
    { title: "O que busca", text: "" },
  ]);
});
