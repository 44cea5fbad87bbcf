import { MESSAGE_WARNINGS, messageWarnings } from "@caramelo/contract/messaging/warnings";
import { describe, expect, test } from "vitest";
import { listHarmless, listScams } from "../../../../../../bench/fixtures/messages/read-messages.ts";
import { fc } from "../../../../../../testing/properties.ts";
import { findWarnings, findWarningsOnce } from "./find-warnings.ts";
import { flattenText, readWords } from "./plain-text.ts";

describe("[T64] the labelled messages that the rules were made with", () => {
  test("are at least 300 scams and 3,000 harmless ones together with those that were kept apart, each once", () => {
    const scams = [...listScams("tuned"), ...listScams("apart")].map(({ text }) => text);
    const harmless = [...listHarmless("tuned"), ...listHarmless("apart")];
    expect(new Set(scams).size).toBeGreaterThanOrEqual(300);
    expect(new Set(harmless).size).toBeGreaterThanOrEqual(3_000);
    expect(scams.filter((text) => harmless.includes(text))).toEqual([]);
  });

  test("trip at least 95 % of the scams, each by its own kind", () => {
    const scams = listScams("tuned");
    const missed = scams.filter(({ kind, text }) => !findWarnings(text).includes(kind));
    expect(missed.length / scams.length).toBeLessThanOrEqual(0.05);
  });

  test("trip at most 1 % of the harmless ones", () => {
    const harmless = listHarmless("tuned");
    const tripped = harmless.filter((text) => findWarnings(text).length > 0);
    expect(tripped.length / harmless.length).toBeLessThanOrEqual(0.01);
  });
});

test("[T64] messages that were kept apart while the rules were made trip as often: 95 % of the scams, 1 % of the others", () => {
  const [scams, harmless] = [listScams("apart"), listHarmless("apart")];
  const isWarned = (text: string) => findWarnings(text).length > 0;
  expect(scams.filter(({ text }) => isWarned(text)).length / scams.length).toBeGreaterThanOrEqual(0.95);
  expect(harmless.filter(isWarned).length / harmless.length).toBeLessThanOrEqual(0.01);
});

test("[T64] a random Pix key is found, whichever letters and digits it has", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom("", "minha chave: ", "PIX "), fc.boolean(), (key, lead, isLarge) => {
      expect(findWarnings(lead + (isLarge ? key.toUpperCase() : key))).toContain("pix_key");
    }),
  );
});

describe("[T64] a phone number is found", () => {
  test.each([
    "11 98765-4321",
    "+55 (11) 98765-4321",
    "onze nove oito sete seis cinco quatro três dois um",
    "1️⃣1️⃣9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣",
    "①① ⑨⑧⑦⑥⑤④③②①",
    "𝟏𝟏𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏",
    "11 nove oito sete 65 quatro três 21",
    "1 1 . 9 8 7 6 5 . 4 3 2 1",
    "me chama, 98765 4321, o ddd é 11",
    "0xx11 98765 4321",
  ])("in %j", (text) => expect(findWarnings(text)).toContain("phone"));

  test.each([
    "CEP 01310-100",
    "protocolo 20261123004512",
    "2019 2020 2021 2022",
    "1 2 3 4 5 6 7 8 9",
    "das 14h às 16h do dia 11/09/1998",
    "R$ 12.450.000,00",
  ])("but not in %j", (text) => expect(findWarnings(text)).toEqual([]));
});

describe("[T64] a disguise changes nothing", () => {
  test.each([
    ["minha chave pix é essa", "m i n h a  c h a v e  p i x"],
    ["minha chave pix é essa", "minha ch4ve p1x é essa"],
    ["minha chave pix é essa", "minha сhаvе рix é essa"],
    ["minha chave pix é essa", "minha 𝐜𝐡𝐚𝐯𝐞 𝐩𝐢𝐱 é essa"],
    ["pago a taxa de verificação", "pago a t.a.x.a de v3rific4ção"],
    ["ana@gmail.com", "ana arroba gmail ponto com"],
    ["www.fotos-da-ana.com", "www . fotos-da-ana . com"],
    ["me manda um gift card", "me manda um g1ft c4rd"],
  ])("%j is read from %j", (plain, disguised) => {
    expect(findWarnings(plain)).not.toEqual([]);
    expect(findWarnings(disguised)).toEqual(findWarnings(plain));
  });
});

describe("[T64] a link", () => {
  test.each(["https://www.youtube.com/watch?v=abc", "g1.globo.com hoje", "instagram.com/p/Cx1/", "enem.inep.gov.br"])(
    "to a well-known place does not count: %j",
    (text) => expect(findWarnings(text)).toEqual([]),
  );
  test.each([
    "https://youtube.com.fotos-vip.net/x",
    "https://youtube.com@fotos-vip.net/x",
    "wa.me/5511987654321",
    "instagram.com/ana",
    "hxxp://185.22.14.9/app",
    "fotosdaana ponto com ponto br",
  ])("to any other place counts: %j", (text) => expect(findWarnings(text)).toContain("link"));
});

test("[T64] a CPF is recognised by its last two digits, and without them only next to the word", () => {
  expect(findWarnings("529.982.247-25")).toEqual(["cpf"]);
  expect(findWarnings("529.982.247-26")).toEqual([]);
  expect(findWarnings("cpf 529.982.247-26")).toEqual(["cpf"]);
});

test("[T64] every kind has words, and warnings come once each in the order of the contract", () => {
  const all = findWarnings("pix 11987654321, ana@gmail.com, wa.me/1, seu cpf completo, pix 11987654321");
  expect(all).toEqual(MESSAGE_WARNINGS.filter((kind) => all.includes(kind)));
  for (const kind of MESSAGE_WARNINGS) expect(messageWarnings[kind].length).toBeGreaterThan(3);
});

test("[T64] any text at all is read, and read the same twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
      expect(findWarnings(text)).toEqual(findWarnings(text));
    }),
  );
});

describe("[T64] a number is what the words around it make of it", () => {
  test.each([
    ["529.982.247-25", ["cpf"]],
    // These eleven digits could also be a mobile number.
    ["52998224725", []],
    ["529 9822 4725", []],
    ["meu cpf 529 9822 4725", ["cpf"]],
    ["meu cpf 5299822472", []],
    ["11144477735", ["cpf"]],
    ["pix 529 9822 4725", ["pix_key"]],
    ["pix 12345678000195", ["pix_key"]],
    ["12345678000195", []],
    ["pix 11 98765-4321", ["pix_key", "phone"]],
    ["pix ana@gmail.com", ["pix_key", "email"]],
    ["pix 529.982.247-25", ["pix_key", "cpf"]],
    ["pix de 1234567", []],
    ["+44 20 7946 0958", ["phone"]],
    ["+1 (212) 555-0123", ["phone"]],
    ["+351912345678", ["phone"]],
    ["3+4 e 12", []],
  ] as const)("%j: %j", (text, warnings) => expect(findWarnings(text)).toEqual(warnings));
});

describe("[T64] a dictated address is read", () => {
  test.each([
    "ana (arroba) gmail.com",
    "ana [ at ] gmail.com",
    "ana arr0ba gmail.com",
    "ana @ gmail.com",
    "ana@gmail (ponto) com",
    "ana@gmail [ponto]com",
    "ana@gmail ponto c0m",
    "ana@gmail . com",
  ])("as ana@gmail.com from %j", (text) => expect(findWarnings(text)).toEqual(["email"]));
  test("and no meeting at a place", () => expect(findWarnings("te vejo @ casa da ana ponto final")).toEqual([]));
});

test("[T64] a text is plain in whatever signs it is written", () => {
  expect(flattenText("ÁÇÃo e\u0301\u0302")).toBe("acao e");
  expect(flattenText("⑴⑵⑽⒇ ⒈⒛")).toBe("121020 120");
  expect(flattenText("⒜⒵ \u{1f110}\u{1f129} \u{1f150}\u{1f169} \u{1f170}\u{1f189}")).toBe("az az az az");
  expect(flattenText("½ ㌔")).toBe("\ufffd \ufffd");
  expect(flattenText("а€ß")).toBe("aess");
  expect(flattenText("a".repeat(9))).toBe("a".repeat(9));
  expect(flattenText(`a${"!".repeat(9)}b${" ".repeat(9)}c`)).toBe("a!!!!!b     c");
});

test("[T64] letters with gaps, and signs that pass for letters, are read as words", () => {
  for (const apart of ["p i x", "p.i.x", "p-1-x", "p_i_x"]) expect(readWords(apart)).toBe("pix");
  expect(readWords("1 2 3 4")).toBe("1 2 3 4");
  expect(readWords("p!x p|x plx pixxx piks piquis")).toBe("pix pix pix pix pix pix");
  expect(readWords("ch4ve t4x4 3mail 18h 20h30")).toBe("chave taxa email 18h 20h30");
});

test("[T76] the warnings of a text are found once, however often they are requested", () => {
  const findOnce = findWarningsOnce("ana@gmail.com");
  expect(findOnce()).toEqual(["email"]);
  expect(findOnce()).toBe(findOnce());
});
