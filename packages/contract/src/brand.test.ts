import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brand } from "./brand.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SOURCES = ["apps/server/src/features", "apps/web/app", "packages/contract/src"];

function readSources(): { file: string; text: string }[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/brand\.ts$|dev-gallery\.tsx$/.test(file),
      )
      .map((file) => ({ file: join(folder, file), text: readFileSync(join(ROOT, folder, file), "utf8") })),
  );
}

test("[D1.01] one file holds all that an operator rebrands", () => {
  expect(Object.keys(brand).sort()).toEqual(
    ["address", "cnpj", "companyName", "dpoContact", "name", "supportEmail", "tagline", "team", "testimonials"].sort(),
  );
});

test("[D1.01] no text that people read writes the product's name by itself", () => {
  // In quotes or between tags; the lower-case name is the code's own (packages, roles, folders).
  const written = readSources().filter(({ text }) =>
    /["'`>][^"'`<>\n]*\bCaramelo\b/.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")),
  );
  expect(written.map(({ file }) => file)).toEqual([]);
});

test("[T48] every quoted person has agreed to it, on a recorded day", () => {
  for (const { name, text, consentedOn } of brand.testimonials) {
    expect(name && text, name).not.toBe("");
    expect(consentedOn, name).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(Date.parse(consentedOn), name).not.toBeNaN();
  }
});
