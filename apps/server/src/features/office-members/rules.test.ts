import { mapAbout } from "@caramelo/contract/texts/about";
import { describe, expect, test } from "vitest";
import { listEdited, readUserFilter, readUserOrder } from "./rules.ts";
import { actionOf, judgeSwitch, listSwitches, type SwitchableMember } from "./switch-rules.ts";

const now = new Date("2026-11-23T12:00:00Z");
const later = new Date("2026-12-23T12:00:00Z");
const before = new Date("2026-11-01T12:00:00Z");
const member: SwitchableMember = {
  isVerified: false,
  isWildcardCity: false,
  isManaged: false,
  suspendedAt: null,
  bannedAt: null,
  hiddenAt: null,
  deactivatedAt: null,
  awaitsConfirmation: false,
  hasCourtesyPremium: false,
  premiumUntil: null,
};

describe("the filter of the staff's list", () => {
  const holding = (text: string) => (text === "sao" ? [7] : []);

  test("is read as requested, and a missing field is no filter", () => {
    expect(readUserFilter({}, holding, { seesEmails: true })).toEqual({ search: undefined });
    expect(readUserFilter({ q: "   " }, holding, { seesEmails: true }).search).toBeUndefined();
    expect(
      readUserFilter({ role: "baby", verified: "yes", premium: "no", status: "suspended" }, holding, {
        seesEmails: true,
      }),
    ).toEqual({
      role: "baby",
      isVerified: true,
      isPremium: false,
      status: "suspended",
      search: undefined,
      isManaged: undefined,
      isWildcardCity: undefined,
    });
  });

  test("searches the folded text, in the cities whose labels hold it, and addresses only whole for a person who may not see them", () => {
    expect(readUserFilter({ q: " Sa\u0303o " }, holding, { seesEmails: true }).search).toEqual({
      text: "sao",
      cityIds: [7],
    });
    const { search } = readUserFilter({ q: " O'B@exemplo.com " }, holding, { seesEmails: false });
    expect(search).toEqual({ text: "ob@exemplo.com", cityIds: [], wholeEmail: "o'b@exemplo.com" });
  });

  test("is sorted by the latest sign-up, and otherwise from A or from the youngest", () => {
    expect(readUserOrder({})).toEqual({ sort: "created", direction: "desc" });
    expect(readUserOrder({ sort: "name" })).toEqual({ sort: "name", direction: "asc" });
    expect(readUserOrder({ sort: "age", direction: "desc" })).toEqual({ sort: "age", direction: "desc" });
  });
});

describe("[K4.06] a switch of the staff", () => {
  test("is set unless it has that value already", () => {
    expect(judgeSwitch("verified", true, member, now)).toBe("change");
    expect(judgeSwitch("verified", false, member, now)).toBe("unchanged");
    expect(judgeSwitch("wildcard", true, { ...member, isWildcardCity: true }, now)).toBe("unchanged");
    expect(judgeSwitch("wildcard", false, { ...member, isWildcardCity: true }, now)).toBe("change");
  });

  test("[D3.24] gives a managed profile no badge and no premium", () => {
    const managed = { ...member, isManaged: true };
    expect(judgeSwitch("verified", true, managed, now)).toBe("managed");
    expect(judgeSwitch("premium", true, managed, now)).toBe("managed");
    expect(judgeSwitch("wildcard", true, managed, now)).toBe("change");
    expect(judgeSwitch("active", false, managed, now)).toBe("change");
  });

  test("[D4.24] ends the staff's premium only: what was paid for ends by its order", () => {
    expect(judgeSwitch("premium", true, member, now)).toBe("change");
    expect(judgeSwitch("premium", false, { ...member, hasCourtesyPremium: true }, now)).toBe("change");
    expect(judgeSwitch("premium", false, { ...member, premiumUntil: later }, now)).toBe("paid");
    expect(judgeSwitch("premium", true, { ...member, premiumUntil: later }, now)).toBe("unchanged");
    expect(judgeSwitch("premium", true, { ...member, premiumUntil: before }, now)).toBe("change");
    expect(judgeSwitch("premium", false, { ...member, hasCourtesyPremium: true, premiumUntil: later }, now)).toBe(
      "change",
    );
  });

  test("[T11] suspends a member who is not suspended, and brings back only one who was", () => {
    const suspended = { ...member, suspendedAt: before };
    expect(judgeSwitch("active", false, member, now)).toBe("change");
    expect(judgeSwitch("active", false, suspended, now)).toBe("unchanged");
    expect(judgeSwitch("active", true, suspended, now)).toBe("change");
    expect(judgeSwitch("active", true, member, now)).toBe("unchanged");
    expect(judgeSwitch("active", true, { ...member, deactivatedAt: before }, now)).toBe("left");
    expect(judgeSwitch("active", true, { ...member, awaitsConfirmation: true }, now)).toBe("unconfirmed");
    expect(judgeSwitch("active", true, { ...suspended, deactivatedAt: before }, now)).toBe("change");
    expect(judgeSwitch("active", true, { ...suspended, bannedAt: before }, now)).toBe("banned");
  });

  test("has a name in the audit log", () => {
    expect(actionOf("verified", true)).toBe("profile.verified");
    expect(actionOf("premium", true)).toBe("courtesy.granted");
    expect(actionOf("premium", false)).toBe("courtesy.revoked");
  });
});

describe("the form of a member", () => {
  const flags = { isVerified: false, isPremium: false, isActive: true, isWildcardCity: false };
  const texts = { name: "Ana", role: "baby", gender: "Feminino", cityId: 1, ...mapAbout(() => "a") } as const;

  test("sets the switches that differ", () => {
    expect(listSwitches(flags, flags)).toEqual([]);
    expect(listSwitches(flags, { ...flags, isVerified: true, isActive: false })).toEqual([
      { name: "verified", field: "isVerified", permission: "verifyMembers", isOn: true },
      { name: "active", field: "isActive", permission: "suspendMembers", isOn: false },
    ]);
    expect(listSwitches({ ...flags, isPremium: true }, { isVerified: false, isActive: true })).toEqual([]);
  });

  test("names the fields that it changes, not their former values", () => {
    expect(listEdited(texts, texts, false)).toEqual([]);
    expect(listEdited(texts, { ...texts, name: "Bia", role: "mommy" }, true)).toEqual(["name", "role", "age"]);
  });
});
