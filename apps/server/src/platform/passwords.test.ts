import { readFile } from "node:fs/promises";
import { fieldTexts } from "@caramelo/contract/errors";
import { dictionary } from "@zxcvbn-ts/language-common";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashPassword, isCommonPassword, listCommonPasswords, verifyPassword } from "./passwords.ts";

const common = listCommonPasswords();

describe("common passwords", () => {
  test("[D2.14][T07] the list is that of the 3,000 most common that have 6 characters or more", () => {
    expect(new Set(common).size).toBe(3_000);
    expect(common.filter((password) => password.length < 6)).toEqual([]);
    const ranked = [...new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()))];
    expect(common).toEqual(ranked.filter((password) => password.length >= 6).slice(0, 3_000));
    expect(common).toEqual(expect.arrayContaining(["123456", "password", "qwerty", "iloveyou", "12345678"]));
    expect(fieldTexts.passwordTooCommon).toBe("Escolha uma senha menos comum.");
  });

  test("[D2.14][T07] every one of them is refused, in any case and in full-width letters too", () => {
    const widen = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0));
    for (const password of common) {
      expect(isCommonPassword(password)).toBe(true);
      expect(isCommonPassword(password.toUpperCase())).toBe(true);
      expect(isCommonPassword(widen(password))).toBe(true);
    }
  });

  test("a password is common as a whole only: one with something added is not", () => {
    const anyCommon = fc.constantFrom(...common);
    fc.assert(fc.property(anyCommon, (password) => !isCommonPassword(`${password} e mais isto aqui`)));
  });
});

describe("stored passwords", () => {
  test("[T07] are argon2id at the advised cost, salted, and do not hold the password", async () => {
    const [one, two] = await Promise.all([hashPassword("duas vezes igual"), hashPassword("duas vezes igual")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(one).not.toContain("duas");
  });

  test("[D2.13][T07] 64 to 128 characters count to the last, emoji too", async () => {
    const letters = fc.constantFrom("a", "ç", " ", "💛", "👩‍🚀"[0] ?? "", "漢", "'", "\\");
    const long = fc.array(letters, { minLength: 64, maxLength: 128 }).map((all) => all.join(""));
    for (const password of fc.sample(long, { numRuns: 4, seed: 7 })) {
      const hash = await hashPassword(password);
      expect(await verifyPassword(hash, password)).toBe(true);
      expect(await verifyPassword(hash, [...password].slice(0, -1).join(""))).toBe(false);
      expect(await verifyPassword(hash, `${password}x`)).toBe(false);
    }
  });

  test("accents may come composed or not; case and blanks count", async () => {
    const hash = await hashPassword("coração ");
    expect(await verifyPassword(hash, "coração ".normalize("NFD"))).toBe(true);
    expect(await verifyPassword(hash, "Coração ")).toBe(false);
    expect(await verifyPassword(hash, "coração")).toBe(false);
  });

  test("without a hash nothing is right, not even the decoy's own password", async () => {
    expect(await verifyPassword(undefined, "no account has this password")).toBe(false);
    expect(await verifyPassword(undefined, "qualquer")).toBe(false);
  });
});

describe("[T07][T58] a crowd that signs in at once", () => {
  test("does not keep files, such as photos, from being read", async () => {
    let judged = 0;
    const crowd = Array.from({ length: 40 }, () => verifyPassword(undefined, "qualquer").then(() => (judged += 1)));
    await readFile(new URL(import.meta.url));
    expect(judged).toBeLessThan(20);
    await Promise.all(crowd);
  });

  test("is sent away beyond what can be judged soon", async () => {
    const crowd = Array.from({ length: 250 }, () => verifyPassword(undefined, "qualquer"));
    const refused = (await Promise.allSettled(crowd)).filter((one) => one.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(60);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect(await verifyPassword(undefined, "depois")).toBe(false);
  });
});
