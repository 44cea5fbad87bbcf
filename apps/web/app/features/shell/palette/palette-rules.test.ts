import { Flag, Users } from "lucide-react";
import { describe, expect, test } from "vitest";
import { isPaletteKey, matchEntries } from "./palette-rules.ts";

describe("the entries of the palette", () => {
  const entries = ["Usuários", "Próxima denúncia", "Denúncias", "E-mails"].map((label) => ({
    key: label,
    label,
    icon: label === "Usuários" ? Users : Flag,
    to: "/",
  }));
  const match = (text: string) => matchEntries(entries, text).map(({ label }) => label);

  test("are found by the beginning of any word, whatever the accents and the case", () => {
    expect(match("DENUN")).toEqual(["Próxima denúncia", "Denúncias"]);
    expect(match(" den  prox ")).toEqual(["Próxima denúncia"]);
    expect(match("suarios")).toEqual([]);
    expect(match("e-m")).toEqual(["E-mails"]);
  });

  test("that need whole words are not found by the beginning of a name", () => {
    const careful = ["Sair", "Atualizar status online"].map((label) => ({
      key: label,
      label,
      icon: Flag,
      needsWholeWords: true,
      run: () => {},
    }));
    const find = (text: string) => matchEntries(careful, text).map(({ label }) => label);
    for (const text of ["s", "sai", "on", "sta", "status o", "sair ana"]) expect(find(text)).toEqual([]);
    expect(find("SAIR")).toEqual(["Sair"]);
    expect(find("status online")).toEqual(["Atualizar status online"]);
    expect(find("")).toHaveLength(careful.length);
  });

  test("are all there while nothing is typed", () => {
    expect(match("  ")).toHaveLength(entries.length);
  });
});

describe("the palette opens", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const opens = (press: object, isTyping = false, hasSlash = true) =>
    isPaletteKey({ key: "k", ...plain, ...press }, { isTyping, hasSlash });

  test("with Ctrl+K or the command key, also while somebody types", () => {
    expect([opens({ ctrlKey: true }), opens({ metaKey: true }), opens({ key: "K", ctrlKey: true }, true)]).toEqual([
      true,
      true,
      true,
    ]);
    for (const press of [
      {},
      { ctrlKey: true, metaKey: true },
      { ctrlKey: true, altKey: true },
      { ctrlKey: true, shiftKey: true },
      { key: "j", ctrlKey: true },
    ])
      expect(opens(press)).toBe(false);
  });

  test("with the slash, but not while somebody types, with another key, or once it is switched off", () => {
    const slash = { key: "/" };
    expect([opens(slash), opens({ ...slash, shiftKey: true })]).toEqual([true, true]);
    expect([opens(slash, true), opens(slash, false, false)]).toEqual([false, false]);
    for (const key of ["ctrlKey", "metaKey", "altKey"]) expect(opens({ ...slash, [key]: true })).toBe(false);
  });
});
