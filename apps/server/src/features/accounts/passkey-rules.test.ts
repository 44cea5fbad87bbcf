import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { challengeEnd, hasStorableSize, isUsable, judgePasskeyUse, relyingPartyOf } from "./passkey-rules.ts";
import { hasSecondFactor, keyInvitationsUntil, listProofs, needsKey } from "./rules.ts";

const now = new Date("2026-11-26T12:00:00Z");
const usedPasskey = (counter: number) => ({ counter, blockedAt: null, offSince: null });

test("a challenge ends after five minutes", () => {
  expect(challengeEnd(now)).toEqual(new Date("2026-11-26T12:05:00Z"));
});

test("passkeys are made for the host of the site, whatever its port", () => {
  expect(relyingPartyOf("https://caramelo.example")).toEqual({
    origin: "https://caramelo.example",
    id: "caramelo.example",
  });
  expect(relyingPartyOf("http://localhost:3000")).toEqual({ origin: "http://localhost:3000", id: "localhost" });
});

test("[T80] a new passkey is stored with an id of 1 to 1,023 bytes and a key of 1 to 2,048", () => {
  const isStored = (idLength: number, keyLength: number) =>
    hasStorableSize({ credentialId: Buffer.alloc(idLength), publicKey: Buffer.alloc(keyLength) });
  for (const [idLength, keyLength] of [
    [1, 1],
    [1_023, 2_048],
  ] as const)
    expect(isStored(idLength, keyLength)).toBe(true);
  for (const [idLength, keyLength] of [
    [0, 77],
    [1_024, 77],
    [32, 0],
    [32, 2_049],
  ] as const)
    expect(isStored(idLength, keyLength)).toBe(false);
});

describe("[T80] the use of a passkey", () => {
  test("is good while its counter grows, or while it never counts", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 1_000 }), (counter, more) => {
        expect(judgePasskeyUse(usedPasskey(counter), counter + more)).toBe("good");
      }),
    );
    expect([0, 1].map((counter) => judgePasskeyUse(usedPasskey(0), counter))).toEqual(["good", "good"]);
  });

  test("comes from a copy when its counter stays the same or goes back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 32 - 1 }), fc.nat(), (counter, less) => {
        expect(judgePasskeyUse(usedPasskey(counter), Math.max(0, counter - less))).toBe("copied");
      }),
    );
    expect([0, 4, 5].map((counter) => judgePasskeyUse(usedPasskey(5), counter))).toEqual(Array(3).fill("copied"));
  });

  test("is refused once the passkey is blocked, whatever it counts", () => {
    for (const counter of [0, 5, 6])
      expect(judgePasskeyUse({ counter: 5, blockedAt: now, offSince: null }, counter)).toBe("blocked");
  });

  test("[T84] is refused while a recovery has switched the passkey off, whatever it counts", () => {
    for (const counter of [0, 5, 6])
      expect(judgePasskeyUse({ counter: 5, blockedAt: null, offSince: now }, counter)).toBe("off");
    expect(isUsable({ blockedAt: null, offSince: null })).toBe(true);
    for (const state of [
      { blockedAt: now, offSince: null },
      { blockedAt: null, offSince: now },
    ])
      expect(isUsable(state)).toBe(false);
  });
});

describe("[D2.53] the proofs of an account", () => {
  const member = { isAdmin: false, factorSetUpAt: null, hasPasskey: false, hasUsablePasskey: false };
  const passkey = { hasPasskey: true, hasUsablePasskey: true };
  const staff = { ...member, isAdmin: true };

  test("are for members the password and, once they have one, a passkey before it", () => {
    expect(listProofs(member)).toEqual(["password"]);
    expect(listProofs({ ...member, ...passkey })).toEqual(["passkey", "password"]);
  });

  test("are for staff only second factors, once they have one", () => {
    expect(listProofs(staff)).toEqual(["password"]);
    expect(listProofs({ ...staff, factorSetUpAt: now })).toEqual(["code"]);
    expect(listProofs({ ...staff, ...passkey })).toEqual(["passkey"]);
    expect(listProofs({ ...staff, ...passkey, factorSetUpAt: now })).toEqual(["passkey", "code"]);
  });

  test("do not include a blocked passkey, instead of which no password opens the account of staff", () => {
    const blockedFacts = { hasPasskey: true, hasUsablePasskey: false };
    expect(listProofs({ ...member, ...blockedFacts })).toEqual(["password"]);
    expect(listProofs({ ...staff, ...blockedFacts })).toEqual([]);
    expect(listProofs({ ...staff, ...blockedFacts, factorSetUpAt: now })).toEqual(["code"]);
    expect(hasSecondFactor({ ...staff, ...blockedFacts })).toBe(true);
  });

  test("[D2.56] are a code and not the password for a member with an app", () => {
    expect(listProofs({ ...member, factorSetUpAt: now })).toEqual(["code"]);
    expect(listProofs({ ...member, ...passkey, factorSetUpAt: now })).toEqual(["passkey", "code"]);
    expect(hasSecondFactor({ ...member, factorSetUpAt: now })).toBe(true);
  });

  test("a passkey is a second factor for staff alone", () => {
    expect(hasSecondFactor(member)).toBe(false);
    expect(hasSecondFactor({ ...member, hasPasskey: true })).toBe(false);
    expect(hasSecondFactor(staff)).toBe(false);
    expect(hasSecondFactor({ ...staff, hasPasskey: true })).toBe(true);
    expect(hasSecondFactor({ ...staff, factorSetUpAt: now })).toBe(true);
  });
});

describe("[D2.57] the invitation to add a key", () => {
  const plain = { isAdmin: false, factorSetUpAt: null, hasPasskey: false };

  test("is for members with fewer than eight characters, whatever they are", () => {
    expect(needsKey(plain, "mel7420")).toBe(true);
    expect(needsKey(plain, "mel74200")).toBe(false);
    expect(needsKey(plain, "🍯🍯🍯🍯🍯🍯🍯")).toBe(true);
  });

  test("is neither for staff nor for members with an app or a passkey", () => {
    expect(needsKey({ ...plain, isAdmin: true }, "mel742")).toBe(false);
    expect(needsKey({ ...plain, factorSetUpAt: now }, "mel742")).toBe(false);
    expect(needsKey({ ...plain, hasPasskey: true }, "mel742")).toBe(false);
  });

  test("comes again after thirty days", () => {
    expect(keyInvitationsUntil(new Date("2026-11-27T12:00:00Z"))).toEqual(new Date("2026-10-28T12:00:00Z"));
  });
});
