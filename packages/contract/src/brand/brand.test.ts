import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { adoptBrand, brand, deriveBrand, presetBrand } from "./brand.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const SOURCES = ["apps/server/src/base", "apps/server/src/features", "apps/web/app", "packages/contract/src"];

function readSources(): { file: string; text: string }[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/brand\.ts$/.test(file))
      .map((file) => ({ file: join(folder, file), text: readFileSync(join(ROOT, folder, file), "utf8") })),
  );
}

test("[D1.01] one file holds all that an operator rebrands", () => {
  expect(Object.keys(presetBrand).sort()).toEqual(
    ["address", "cnpj", "companyName", "dpoContact", "name", "supportEmail", "tagline"].sort(),
  );
  expect(brand).toMatchObject({ ...presetBrand, team: [], testimonials: [] });
});

test("[D1.01] no text that people read writes the product's name by itself", () => {
  // The pattern finds the name in quotes or between tags. In lower case it is the technical name, which never changes.
  const writtenNames = readSources().filter(({ text }) =>
    /["'`>][^"'`<>\n]*\bCaramelo\b/.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")),
  );
  expect(writtenNames.map(({ file }) => file)).toEqual([]);
});

test("[D1.01] the brand in force is the operator's, and what follows from it", () => {
  adoptBrand({ ...presetBrand, name: "Clube", companyName: "Clube Ltda.", cnpj: "11.222.333/0001-81" });
  expect(brand).toMatchObject({ name: "Clube", seller: "Clube Ltda.", dataContact: presetBrand.supportEmail });
  expect(brand.sellerLine).toBe("Clube Ltda., CNPJ 11.222.333/0001-81");
  adoptBrand(presetBrand);
  expect(brand).toMatchObject({ seller: presetBrand.name, sellerLine: presetBrand.name });
});

test.each([
  ["Encontros à altura do seu momento.", "Encontros à altura", "do seu momento."],
  ["Só nós dois", "Só nós", "dois"],
  ["Clube", "Clube", ""],
])("the tagline %j is halved for the sign-in page", (tagline, taglineStart, taglineEnd) => {
  expect(deriveBrand({ ...presetBrand, tagline })).toMatchObject({ taglineStart, taglineEnd });
});

test("[D1.01] no file keeps a copy of the brand from the moment when it was loaded", () => {
  const keptNames = readSources().flatMap(({ file, text }) =>
    [...text.matchAll(/^(?:export )?const \w+[^=\n]*= (?!.*=>)[^\n]*\bbrand\.\w+[^\n]*$/gm)].map(
      ([line]) => `${file}: ${line}`,
    ),
  );
  expect(keptNames).toEqual([]);
});

test("[T48] every quoted person has agreed to it, on a recorded day", () => {
  for (const { name, text, consentedOn } of brand.testimonials) {
    expect(name && text, name).not.toBe("");
    expect(consentedOn, name).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(Date.parse(consentedOn), name).not.toBeNaN();
  }
});
