import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { formatRecoveryCode, isFactorDeniable, RECOVERY_DRAWS, RECOVERY_RANGE, readCode } from "./factor-rules.ts";

const draws = fc.array(fc.integer({ min: 0, max: RECOVERY_RANGE - 1 }), {
  minLength: RECOVERY_DRAWS,
  maxLength: RECOVERY_DRAWS,
});

test("[D2.12] a recovery code is read however its two groups are typed", () => {
  fc.assert(
    fc.property(draws, (numbers) => {
      const code = formatRecoveryCode(numbers);
      expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
      const bare = code.replace("-", "");
      for (const typedCode of [code, bare, code.toLowerCase(), ` ${bare.split("").join(" ")}\n`])
        expect(readCode(typedCode)).toEqual({ kind: "recovery", code: bare });
    }),
  );
});

test.each(["123456", "123 456", " 12-34-56 "])("[D2.12] %j is a code of an authenticator", (typedCode) => {
  expect(readCode(typedCode)).toEqual({ kind: "totp", code: "123456" });
});

test.each(["", "12345", "1234567", "abcdef", "ABCDE-FGHJ", "١٢٣٤٥٦"])("[D2.12] %j is no code", (typedCode) => {
  expect(readCode(typedCode)).toBeUndefined();
});

test('[D2.56] "Não fui eu" removes an app that is at most as old as its link, seven days, and no older one', () => {
  const now = new Date("2026-11-27T12:00:00Z");
  const isDeniable = (setUpAt: string) => isFactorDeniable({ setUpAt: new Date(setUpAt) }, now);
  expect(isDeniable("2026-11-27T11:59:00Z")).toBe(true);
  expect(isDeniable("2026-11-20T12:00:00Z")).toBe(true);
  expect(isDeniable("2026-11-20T11:59:59.999Z")).toBe(false);
  // No first code was given for it.
  expect(isFactorDeniable({ setUpAt: null }, now)).toBe(false);
});
