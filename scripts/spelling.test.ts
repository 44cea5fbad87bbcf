import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The specification spells these without the hyphen, and they stay as they are.
const SPECIFIED = [
  "Email",
  "Email é obrigatório",
  "Email inválido",
  "Email não disponível",
  "Email ou senha incorretos. Verifique suas credenciais e tente novamente.",
  "Enviamos um link para confirmar seu email.",
  "Este email já está cadastrado.",
  "Este email já está cadastrado. Tente fazer login ou use um email diferente.",
  "Por favor, confirme seu email antes de fazer login.",
];

const FILES = [
  "apps/web/app/**/*.{ts,tsx}",
  "packages/contract/src/**/*.ts",
  "apps/server/src/{base,features}/**/*{jobs,rules}.ts",
];

/** The texts of a file: what is between double quotes, in a template, or between two tags. */
function textsIn(source: string): string[] {
  const quoted = [...source.matchAll(/"([^"\n]+)"|`([^`]+)`/g)].map(([, plain, template]) => plain ?? template ?? "");
  const between = [...source.matchAll(/>([^<>{};=()]+)[<{]/g)].map(([, text = ""]) => text.replace(/\s+/g, " ").trim());
  return [...quoted, ...between];
}

/** Matches "email" as a word of a text, not as a name in code: capitalised, or after a word of Portuguese. */
const WITHOUT_HYPHEN =
  /^Emails?\b|(?:^|\s)(?:[OAoa]s?|um|seus?|[Ee]ste|outro|novo|de|[Pp]or|cada|[Nn]enhum|envia|[Ss]em|[Cc]onfirmar|[Ss]alvar) emails?\b/;

test("our own texts spell e-mail with its hyphen, as the dictionaries do", () => {
  const files = globSync(FILES).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const misspelledTexts = files.flatMap((file) =>
    textsIn(readFileSync(file, "utf8"))
      .filter((text) => WITHOUT_HYPHEN.test(text) && !SPECIFIED.includes(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(misspelledTexts).toEqual([]);
});

test.each([
  ["<p>Abra o\n  email que enviamos</p>", true],
  ['title="Confirmar email"', true],
  ["`Sobre o seu email no site`", true],
  ['label="Email"', false],
  ['const title = "Confirmar e-mail"; const email = find("email");', false],
])("the check reads %j as a text to change: %s", (source, isWrong) => {
  const wrong = textsIn(source).some((text) => WITHOUT_HYPHEN.test(text) && !SPECIFIED.includes(text));
  expect(wrong).toBe(isWrong);
});
