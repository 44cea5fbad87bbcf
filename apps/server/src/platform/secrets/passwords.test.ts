import { readFile } from "node:fs/promises";
import { brazilianPasswords } from "@caramelo/contract/accounts/brazilian-passwords";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { networkSender, productSender } from "./password-lanes.ts";
import { hashPassword, isCommonPassword, listCommonPasswords, verifyPassword } from "./passwords.ts";

const common = listCommonPasswords();

describe("the list of common passwords", () => {
  test("[D2.14][T07] holds what is common in Brazil, each of the product's own list", () => {
    for (const password of ["senha123", "corinthians", "mudar123", "flamengo"])
      expect(isCommonPassword(password), password).toBe(true);
    const refusable = brazilianPasswords.filter((password) => password.length >= 6);
    expect(refusable.filter((password) => !isCommonPassword(password))).toEqual([]);
    expect(refusable.length).toBeGreaterThan(50);
  });

  test("[D2.14][T07] holds the 3,000 most common ones that have 6 characters or more", () => {
    expect(new Set(common).size).toBe(common.length);
    expect(common.filter((password) => password.length < 6)).toEqual([]);
    const ranked = [...new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()))];
    const world = ranked.filter((password) => password.length >= 6).slice(0, 3_000);
    expect(common.slice(0, 3_000)).toEqual(world);
    expect(
      common.slice(3_000).filter((password) => !brazilianPasswords.some((brazilian) => brazilian === password)),
    ).toEqual([]);
    expect(common).toEqual(expect.arrayContaining(["123456", "password", "qwerty", "iloveyou", "12345678"]));
    expect(fieldTexts.passwordTooCommon).toBe("Escolha uma senha menos comum.");
  });

  test("[D2.14][T07] matches each of its passwords in any case and in full-width letters", () => {
    const widen = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0));
    for (const password of common) {
      expect(isCommonPassword(password)).toBe(true);
      expect(isCommonPassword(password.toUpperCase())).toBe(true);
      expect(isCommonPassword(widen(password))).toBe(true);
    }
  });

  test("does not match a common password with something added", () => {
    const anyCommon = fc.constantFrom(...common);
    fc.assert(fc.property(anyCommon, (password) => !isCommonPassword(`${password} e mais isto aqui`)));
  });
});

describe("a stored password", () => {
  test("[T07] is argon2id at the advised cost, salted, and does not contain the password", async () => {
    const [firstHash, two] = await Promise.all([
      hashPassword("duas vezes igual", productSender),
      hashPassword("duas vezes igual", productSender),
    ]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(firstHash).not.toBe(two);
    expect(firstHash).not.toContain("duas");
  });

  test("[D2.13][T07] of 64 to 128 characters, emoji too, is compared to the last one", async () => {
    const letters = fc.constantFrom("a", "ç", " ", "💛", "👩‍🚀"[0] ?? "", "漢", "'", "\\");
    const long = fc.array(letters, { minLength: 64, maxLength: 128 }).map((all) => all.join(""));
    for (const password of fc.sample(long, { numRuns: 4, seed: 7 })) {
      const hash = await hashPassword(password, productSender);
      expect(await verifyPassword(hash, password, productSender)).toBe(true);
      expect(await verifyPassword(hash, [...password].slice(0, -1).join(""), productSender)).toBe(false);
      expect(await verifyPassword(hash, `${password}x`, productSender)).toBe(false);
    }
  });

  test("matches composed and decomposed accents, but not another case or a missing blank", async () => {
    const hash = await hashPassword("coração ", productSender);
    expect(await verifyPassword(hash, "coração ".normalize("NFD"), productSender)).toBe(true);
    expect(await verifyPassword(hash, "Coração ", productSender)).toBe(false);
    expect(await verifyPassword(hash, "coração", productSender)).toBe(false);
  });

  test("that does not exist matches nothing, not even the decoy's own password", async () => {
    expect(await verifyPassword(undefined, "no account has this password", productSender)).toBe(false);
    expect(await verifyPassword(undefined, "qualquer", productSender)).toBe(false);
  });
});

test("[T07][T58] a crowd of sign-ins does not delay the reading of files, such as photos", async () => {
  let checkedCount = 0;
  const check = (n: number) => verifyPassword(undefined, "qualquer", networkSender(`203.0.${n}.1`));
  const crowd = Array.from({ length: 40 }, (_, n) => check(n).then(() => (checkedCount += 1)));
  await readFile(new URL(import.meta.url));
  expect(checkedCount).toBeLessThan(20);
  await Promise.all(crowd);
});
