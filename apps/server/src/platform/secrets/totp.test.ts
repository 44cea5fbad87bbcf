import { describe, expect, test } from "vitest";
import { findTotpStep, makeTotpSecret, totpCodeOf, totpText, totpUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1_000);

describe("[D2.12] a code", () => {
  // The table of RFC 6238, its last six digits.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %d is the one of RFC 6238", (second, code) => {
    expect(totpCodeOf(totpText(secret), at(second))).toBe(code);
    expect(findTotpStep(secret, code, at(second))).toBe(Math.floor(second / 30));
  });

  test("counts half a minute early and late, and no longer", () => {
    const code = totpCodeOf(totpText(secret), at(60_000));
    const foundSteps = [-60, -30, -1, 0, 29, 30, 59, 60, 90].map((off) => findTotpStep(secret, code, at(60_000 + off)));
    expect(foundSteps).toEqual([undefined, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000, undefined, undefined]);
  });

  test.each(["", "28708", "2870822", "abcdef", "287 082", "-87082"])("is not %j", (text) => {
    expect(findTotpStep(secret, text, at(59))).toBeUndefined();
  });
});

test("[D2.12] a secret has 160 random bits, which an authenticator reads as text or from a QR code", () => {
  expect(makeTotpSecret()).toHaveLength(20);
  expect(makeTotpSecret()).not.toEqual(makeTotpSecret());
  expect(totpText(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  const uri = new URL(totpUri(secret, { issuer: "Caramelo", label: "ana@exemplo.invalid" }));
  expect(uri.protocol).toBe("otpauth:");
  expect(uri.searchParams.get("secret")).toBe(totpText(secret));
  expect(uri.searchParams.get("issuer")).toBe("Caramelo");
});
