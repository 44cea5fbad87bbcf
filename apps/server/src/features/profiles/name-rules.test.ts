import { brand } from "@caramelo/contract/brand/brand";
import { expect, test } from "vitest";
import { judgeName } from "./name-rules.ts";

test.each([
  "José da Conceição",
  "D'Ávila",
  "Ana-Clara",
  "Müller",
  "李",
  "李 Ana",
  "João",
  "Maria Aparecida dos Santos",
  "Bernardo",
  "Carmelo",
  "Ana 1990",
  "Dr. J.R. Prado",
  "Nguyễn Thị Ế",
  "Ṣọlá Adéọlá",
  "Дмитрий",
  "Γιώργος",
  "प्रिया",
  "محمد",
  "Sacha",
  "Ana ❤️",
])("a member may be called %s", (name) => {
  expect(judgeName(name)).toBeUndefined();
});

const NO = {
  link: "O nome não pode ter um link nem um e-mail",
  phone: "O nome não pode ter um telefone",
  staff: "Este nome parece ser da nossa equipe. Escolha outro.",
  stacked: "O nome tem sinais demais sobre as letras",
  mixed: "O nome mistura letras de alfabetos diferentes",
};

test.each([
  ["www.exemplo.com", NO.link],
  ["ana.com.br", NO.link],
  ["Ana t.me/ana", NO.link],
  ["Ana ｓｉｔｅ．ｃｏｍ", NO.link],
  ["ana@exemplo", NO.link],
  ["ana.vip", NO.link],
  ["ana。com", NO.link],
  ["Ana 11 98765-4321", NO.phone],
  ["Ana (11) 9.8.7.6.5", NO.phone],
  ["Ana ９８７６５４３２", NO.phone],
  ["Admin", NO.staff],
  ["A d m i n", NO.staff],
  ["ADM1N", NO.staff],
  ["Аdmin", NO.staff],
  ["𝐀𝐝𝐦𝐢𝐧", NO.staff],
  ["Ádmín", NO.staff],
  ["Adrnin", NO.staff],
  ["Administradora", NO.staff],
  ["Suporte", NO.staff],
  ["5uporte", NO.staff],
  ["Equipe", NO.staff],
  [`Equipe ${brand.name}`, NO.staff],
  [brand.name.toUpperCase(), NO.staff],
  [`${brand.name}-Oficial`, NO.staff],
  ["Oficial Caram€lo", NO.staff],
  ["ᴀdmin", NO.staff],
  ["Equipe1", NO.staff],
  ["Verificado", NO.staff],
  ["Ana ✓", NO.staff],
  ["✔️ Ana", NO.staff],
  ["Z̸̡̢a̵̛l", NO.stacked],
  ["Anа", NO.mixed],
  ["Μaria", NO.mixed],
])("[T54] no member may be called %s", (name, reason) => {
  expect(judgeName(name)).toBe(reason);
});
