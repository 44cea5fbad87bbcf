import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { consentTexts } from "@caramelo/contract/consents";
import { expect, test } from "vitest";

// What each version of the terms said, so that a stored consent can be traced to its words: hash of both pages.
// A changed text needs a new version in consents.ts and a new line here; old lines stay.
const PAGES_BY_VERSION: Record<string, string> = {
  "2026-11-21": "c848a2c9899833405ab82e735a6c361b8bc63b7d02ce2b381787915cc7920783",
  "2026-11-21.2": "fda90df0088a00238942c87c4afe40db256a8fbda5c576c84c21bd5310216a07",
};

function hashPages(): string {
  const pages = ["termos.tsx", "privacidade.tsx"].map((file) =>
    readFileSync(new URL(`../../routes/${file}`, import.meta.url), "utf8"),
  );
  return createHash("sha256").update(pages.join("\n")).digest("hex");
}

test("[T52] the pages of the terms say what they said when their version was written down", () => {
  expect(hashPages()).toBe(PAGES_BY_VERSION[consentTexts.terms.version]);
});
