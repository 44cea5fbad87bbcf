import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { consentTexts } from "@caramelo/contract/accounts/consents";
import { dataCategories, fillPeriods } from "@caramelo/contract/personal-data/categories";
import { laws } from "@caramelo/contract/personal-data/laws";
import { expect, test } from "vitest";

// The hash of the terms and privacy pages without imports and, from "2026-11-26" on, of the data categories that the privacy
// page lists, by version of the terms, so that a stored consent leads to the exact text. A changed text needs a new version in consents.ts and a new line here; old lines stay.
const PAGES_BY_VERSION: Record<string, string> = {
  "2026-11-21": "dd20df8e8efdb5f2cddeb53e16c3ddcc241639cc015b80b7d70ba4eadc9dc6d3",
  "2026-11-21.2": "146a5e930e02a4f3fec10f8b78eae44ca906c7195a06b145950422a561586827",
  "2026-11-22": "283810a70cfac3a21c771a7e077abd5b2ee734921712978efefe5965d238168e",
  "2026-11-23": "1d91546a94b5fcb2dfeb1b7c4053d746b92d720a92cb05b6ae71daf34bafc5be",
  "2026-11-24": "ff1f74f97b66dda3d4043c6fb43078ab5cf62f13cdec71d30245207bde742b8e",
  "2026-11-26": "453c78e6a22d739d9fbd4a481b6f06788ed6d606d89a3e3faceb3975c4566b4e",
  "2026-11-27": "e3aab38670fee8951601b745d8e32652eb307bf115ef45be772dae55984a30a4",
  "2026-11-27.2": "241161e5ad844d4093b62ca020ed769bf0d4d5cd92eb591829053d7dbe2652dc",
  "2026-11-28.1": "b2602429037f19ef8e6478b0798ee0eb27fc3f2e452cbddd41628c7d2569e66a",
};

const IMPORTS = /^import [^;]*;\n/gm;

function hashPages(): string {
  const pages = ["termos.tsx", "privacidade.tsx"].map((file) =>
    readFileSync(new URL(`../../routes/${file}`, import.meta.url), "utf8").replace(IMPORTS, ""),
  );
  const declaredText = fillPeriods(JSON.stringify({ dataCategories, laws }));
  return createHash("sha256")
    .update([...pages, declaredText].join("\n"))
    .digest("hex");
}

test("[T52] the pages of the terms are unchanged since their version was recorded", () => {
  expect(hashPages()).toBe(PAGES_BY_VERSION[consentTexts.terms.version]);
});
