import { contract } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { judgeAccess, judgeSpeaker } from "./access-rules.ts";
import type { Caller, Me } from "./caller.ts";

const member = (change: Partial<Me> = {}): Caller => ({
  me: {
    ...{ id: "ana", sessionId: "session", isAdmin: false, staffRole: null, provedAt: new Date(0), hasFactor: false },
    ...{ role: "baby", ageGate: null, lacksConsent: false, erasesAt: null, cityId: 1 },
    ...change,
  },
});
const staff = (change: Partial<Me> = {}) => member({ role: "admin", isAdmin: true, staffRole: "moderator", ...change });
const stranger: Caller = { me: undefined, hadSession: false, hasJustEnded: false };
const expired: Caller = { me: undefined, hadSession: true, hasJustEnded: false };

const { list } = contract.notifications;
const publicCall = { ...list, access: "public" as const };
const guestCall = { ...list, access: "guest" as const };
const memberCall = { ...list, access: "member" as const };
const staffCall = { ...list, access: "admin" as const, permission: "viewMembers" as const };
const judge = (call: Parameters<typeof judgeAccess>[0], caller: Caller) => judgeAccess(call, caller, false);

test("a public call is open to everybody, whatever became of their session", () => {
  for (const caller of [stranger, expired, member(), member({ ageGate: "entry" }), staff()])
    expect(judgeAccess(publicCall, caller, true)).toBeUndefined();
});

test("a call of guests is closed to signed-in members only", () => {
  for (const caller of [stranger, expired]) expect(judge(guestCall, caller)).toBeUndefined();
  for (const caller of [member(), staff()]) expect(judge(guestCall, caller)).toBe("PERMISSION_DENIED");
});

test("[M8.11] a caller who had a session gets the answer that it expired, and one who never had one is a stranger", () => {
  for (const call of [memberCall, staffCall]) expect(judge(call, expired)).toBe("AUTH_SESSION_EXPIRED");
  expect(judge(memberCall, stranger)).toBe("AUTH_NO_SESSION");
  expect(judge(staffCall, stranger)).toBe("ADMIN_ONLY");
});

describe("a call of members", () => {
  test("is open to them and to the staff", () => {
    for (const caller of [member(), staff()]) expect(judge(memberCall, caller)).toBeUndefined();
    expect(judgeAccess(memberCall, member(), true)).toBeUndefined();
  });

  test("waits for the age where the site requires it before anything else, unless it concerns the member's own things", () => {
    expect(judge(memberCall, member({ ageGate: "entry" }))).toBe("AGE_ASSURANCE_REQUIRED");
    expect(judge({ ...memberCall, isOpenBeforeAge: true }, member({ ageGate: "entry" }))).toBeUndefined();
    expect(judge(memberCall, member({ ageGate: "messaging" }))).toBeUndefined();
  });

  test("[D5.18] waits for the consent to sensitive data, unless it concerns the member's own things", () => {
    expect(judge(memberCall, member({ lacksConsent: true }))).toBe("CONSENT_REQUIRED");
    expect(judge({ ...memberCall, isOpenBeforeAge: true }, member({ lacksConsent: true }))).toBeUndefined();
    expect(judge(memberCall, member({ lacksConsent: true, ageGate: "entry" }))).toBe("CONSENT_REQUIRED");
    expect(judge(staffCall, member({ lacksConsent: true }))).toBe("ADMIN_ONLY");
  });

  test("[D2.12] waits for the second factor of staff where the site asks for one", () => {
    expect(judgeAccess(memberCall, staff(), true)).toBe("SECOND_FACTOR_MISSING");
    expect(judgeAccess(memberCall, staff({ hasFactor: true }), true)).toBeUndefined();
  });
});

test("[D5.17] a member who has requested the erasure of the account may only make the calls that are open then", () => {
  const erasing = member({ erasesAt: new Date() });
  expect(judge(memberCall, erasing)).toBe("ERASURE_PENDING");
  expect(judge({ ...memberCall, isOpenBeforeAge: true }, erasing)).toBe("ERASURE_PENDING");
  expect(judge({ ...memberCall, isOpenWhileErasing: true }, erasing)).toBeUndefined();
  expect(judge(publicCall, erasing)).toBeUndefined();
});

describe("[D2.07] a call of the staff", () => {
  const ownerCall = { ...staffCall, permission: "manageTeam" as const };

  test("is closed to members, also to one whose age is not assured and where it is open before that", () => {
    for (const caller of [member(), member({ ageGate: "entry" })]) {
      expect(judge(staffCall, caller)).toBe("ADMIN_ONLY");
      expect(judge({ ...staffCall, isOpenBeforeAge: true }, caller)).toBe("ADMIN_ONLY");
    }
  });

  test("is open to the roles that have its permission; one without a permission is open to nobody", () => {
    expect(judge(staffCall, staff())).toBeUndefined();
    expect(judge(ownerCall, staff())).toBe("ADMIN_ONLY");
    expect(judge(ownerCall, staff({ staffRole: "owner" }))).toBeUndefined();
    expect(judge({ ...staffCall, permission: undefined }, staff({ staffRole: "owner" }))).toBe("ADMIN_ONLY");
  });

  test("[D5.18] waits for the consent to sensitive data, unless it concerns the person's own things", () => {
    expect(judge(memberCall, member({ lacksConsent: true }))).toBe("CONSENT_REQUIRED");
    expect(judge({ ...memberCall, isOpenBeforeAge: true }, member({ lacksConsent: true }))).toBeUndefined();
    expect(judge(memberCall, member({ lacksConsent: true, ageGate: "entry" }))).toBe("CONSENT_REQUIRED");
    expect(judge(staffCall, member({ lacksConsent: true }))).toBe("ADMIN_ONLY");
  });

  test("[D2.12] waits for the second factor where the site asks for one, but for what sets it up", () => {
    expect(judgeAccess(staffCall, staff(), true)).toBe("SECOND_FACTOR_MISSING");
    expect(judgeAccess(staffCall, staff({ hasFactor: true }), true)).toBeUndefined();
    expect(judgeAccess({ ...memberCall, isOpenBeforeAge: true }, staff(), true)).toBeUndefined();
  });
});

describe("[T74] a page that still shows another member", () => {
  test("may not act for the member who is signed in now", () => {
    for (const call of [guestCall, memberCall, staffCall]) {
      expect(judgeSpeaker(call, member(), "bia")).toBe("AUTH_SESSION_EXPIRED");
      expect(judgeSpeaker(call, member(), "ana")).toBeUndefined();
    }
  });

  test("may make a public call, and is judged by other rules when the call names no speaker or has no session", () => {
    expect(judgeSpeaker(publicCall, member(), "bia")).toBeUndefined();
    expect(judgeSpeaker(memberCall, member(), undefined)).toBeUndefined();
    expect(judgeSpeaker(memberCall, stranger, "bia")).toBeUndefined();
  });
});
