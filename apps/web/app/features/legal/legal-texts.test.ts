import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { consentTexts } from "@caramelo/contract/accounts/consents";
import { expect, test } from "vitest";

// The hash of both pages for each version of the terms: a stored consent can be traced to the exact text.
// A changed text needs a new version in consents.ts and a new line here; old lines stay.
const PAGES_BY_VERSION: Record<string, string> = {
  "2026-11-21": "c848a2c9899833405ab82e735a6c361b8bc63b7d02ce2b381787915cc7920783",
  "2026-11-21.2": "fda90df0088a00238942c87c4afe40db256a8fbda5c576c84c21bd5310216a07",
  "2026-11-22": "6f894751408364a5c2ab0d8bcd03db89e825199e9fd937e19100233ca3eb4af0",
  "2026-11-23": "20eb864e46d4daaa195d0f05db8b91125e05983f8df854d1dd99710d57e8c6f0",
  "2026-11-24": "fcc223a96078d204604ba4460490fde2656e44e6a2aabe6de27303ebada00de2",
};

function hashPages(): string {
  const pages = ["termos.tsx", "privacidade.tsx"].map((file) =>
    readFileSync(new URL(`../../routes/${file}`, import.meta.url), "utf8"),
  );
  return createHash("sha256").update(pages.join("\n")).digest("hex");
}

test("[T52] the pages of the terms are unchanged since their version was recorded", () => {
  expect(hashPages()).toBe(PAGES_BY_VERSION[consentTexts.terms.version]);
});
