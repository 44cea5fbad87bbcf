import { AccountType, Gender } from "@caramelo/contract/accounts/account";
import { INACTIVE_MONTHS } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { inactivityMail } from "./mail-rules.ts";
import {
  deviceName,
  hasJustEnded,
  isNewcomer,
  isReservedAddress,
  isSessionOver,
  isTouchDue,
  judgeAdminPassword,
  judgeClaim,
  judgeNewPassword,
  judgeSignIn,
  linkEnd,
  makeAddress,
  mayLoseOwner,
  pendingAddress,
  roleFor,
  sessionEnd,
} from "./rules.ts";

const HOUR_MS = 3_600_000;
const moment = fc.date({ min: new Date("2026-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const maybe = fc.option(moment);
const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

describe("the role at sign-up", () => {
  test.each([
    ["Feminino", "baby", "baby"],
    ["Feminino", "mommy", "mommy"],
    ["Feminino", "daddy", undefined],
    ["Masculino", "daddy", "daddy"],
    ["Masculino", "baby", undefined],
    ["Masculino", "mommy", undefined],
  ] as const)("[D1.03][M4.04] %s as %s gives %s", (gender, accountType, role) => {
    expect(roleFor(gender, accountType)).toBe(role);
  });

  test("[D1.03] the table above is complete, and nobody gets a role that they did not choose", () => {
    expect(Gender.options.length * AccountType.options.length).toBe(6);
    for (const gender of Gender.options) {
      for (const type of AccountType.options) expect([type, undefined]).toContain(roleFor(gender, type));
    }
  });
});

const NOW = new Date("2026-11-27T12:00:00Z");

describe("the verdict on a right password", () => {
  const OPEN = {
    deactivatedAt: null,
    consentWithdrawnAt: null,
    suspendedAt: null,
    awaitsConfirmation: false,
    isManaged: false,
    erasesAt: null,
    frozenAt: null,
  };

  test("[D5.17] does not bring back a member who requested the erasure, and finds no account once the erasure has begun", () => {
    const facts = { ...OPEN, deactivatedAt: NOW };
    const later = new Date(NOW.getTime() + 1);
    expect(judgeSignIn({ ...facts, erasesAt: later }, NOW)).toBe("welcome");
    expect(judgeSignIn({ ...facts, erasesAt: NOW }, NOW)).toBe("erased");
    expect(judgeSignIn({ ...facts, erasesAt: NOW, suspendedAt: NOW }, NOW)).toBe("erased");
    expect(judgeSignIn({ ...facts, erasesAt: later, suspendedAt: NOW }, NOW)).toBe("welcome");
    expect(judgeSignIn({ ...facts, erasesAt: later, suspendedAt: NOW, awaitsConfirmation: true }, NOW)).toBe(
      "unconfirmed",
    );
  });

  test("[D2.18] is suspended for a suspended member, deactivated or not", () => {
    fc.assert(
      fc.property(maybe, moment, fc.boolean(), (deactivatedAt, suspendedAt, awaitsConfirmation) => {
        expect(judgeSignIn({ ...OPEN, deactivatedAt, suspendedAt, awaitsConfirmation }, NOW)).toBe("suspended");
      }),
    );
  });

  test("[D2.18] is welcome-back for a deactivated member, and welcome for an active one", () => {
    expect(judgeSignIn({ ...OPEN, deactivatedAt: new Date() }, NOW)).toBe("welcome-back");
    expect(judgeSignIn(OPEN, NOW)).toBe("welcome");
  });

  test("[D5.18] is welcome for a member who has withdrawn the consent to sensitive data, who stays hidden", () => {
    const withdrawn = { ...OPEN, deactivatedAt: new Date(), consentWithdrawnAt: new Date() };
    expect(judgeSignIn(withdrawn, NOW)).toBe("welcome");
    expect(judgeSignIn({ ...withdrawn, suspendedAt: new Date() }, NOW)).toBe("suspended");
    expect(judgeSignIn({ ...withdrawn, awaitsConfirmation: true }, NOW)).toBe("unconfirmed");
  });

  test("[T85] is frozen whatever else its member has done, unless staff has suspended the account", () => {
    const frozenFacts = { ...OPEN, deactivatedAt: NOW, frozenAt: NOW };
    expect(judgeSignIn(frozenFacts, NOW)).toBe("frozen");
    expect(judgeSignIn({ ...frozenFacts, consentWithdrawnAt: NOW }, NOW)).toBe("frozen");
    expect(judgeSignIn({ ...frozenFacts, erasesAt: new Date(NOW.getTime() + 1) }, NOW)).toBe("frozen");
    expect(judgeSignIn({ ...frozenFacts, suspendedAt: NOW }, NOW)).toBe("suspended");
  });

  test("[D2.25] is unconfirmed as long as the address is not confirmed", () => {
    fc.assert(
      fc.property(maybe, (deactivatedAt) => {
        const facts = { ...OPEN, deactivatedAt, awaitsConfirmation: true };
        expect(judgeSignIn(facts, NOW)).toBe("unconfirmed");
      }),
    );
  });

  test("[T44] is unclaimed for a managed profile until its person takes it over", () => {
    const facts = { ...OPEN, isManaged: true };
    expect(judgeSignIn(facts, NOW)).toBe("unclaimed");
    expect(judgeSignIn({ ...facts, suspendedAt: new Date() }, NOW)).toBe("suspended");
  });
});

describe("[D3.23] an address for a made-up person", () => {
  test("has the plain letters of the name, and reaches nobody", () => {
    expect(makeAddress("Conceição d'Ávila", "a1b2c3")).toBe("conceicao.d.avila.a1b2c3@exemplo.invalid");
    // No address may have two dots next to each other.
    expect(makeAddress("Ana - Bia", "a1b2c3")).toBe("ana.bia.a1b2c3@exemplo.invalid");
    expect(isReservedAddress("ana@exemplo.invalid")).toBe(true);
    expect(isReservedAddress("ana@exemplo.com")).toBe(false);
  });
});

describe("[T67] a sign-up's claim to its address", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const waitingFacts = { suspendedAt: null, awaitsConfirmation: true };

  test.each([
    ["that nobody has", undefined, "claims"],
    ["of an earlier sign-up that awaits confirmation", { ...waitingFacts, createdAt: at(4) }, "claims"],
    ["of one of the same moment", { ...waitingFacts, createdAt: at(5) }, "claims"],
    ["of a later one", { ...waitingFacts, createdAt: at(6) }, "nothing"],
    ["of a confirmed account", { ...waitingFacts, awaitsConfirmation: false, createdAt: at(4) }, "owned"],
    ["of a suspended account", { ...waitingFacts, suspendedAt: at(1), createdAt: at(0) }, "nothing"],
    [
      "of a suspended, confirmed account",
      { suspendedAt: at(1), awaitsConfirmation: false, createdAt: at(0) },
      "nothing",
    ],
  ] as const)("to one %s", (_, holder, verdict) => {
    expect(judgeClaim({ createdAt: at(5) }, holder)).toBe(verdict);
  });
});

describe("a session", () => {
  const forgottenFacts = { isStaff: false, isRemembered: false };

  test("lasts 30 days when remembered, otherwise 24 hours from its last use", () => {
    fc.assert(
      fc.property(moment, (now) => {
        expect(sessionEnd({ isStaff: false, isRemembered: true }, now)).toEqual(after(now, 30 * 24 * HOUR_MS));
        expect(sessionEnd(forgottenFacts, now)).toEqual(after(now, 24 * HOUR_MS));
      }),
    );
  });

  test("[D2.51] of staff lasts 8 hours, remembered or not", () => {
    fc.assert(
      fc.property(moment, fc.boolean(), (now, isRemembered) => {
        expect(sessionEnd({ isStaff: true, isRemembered }, now)).toEqual(after(now, 8 * HOUR_MS));
      }),
    );
  });

  test("is over exactly from its end on, and at once when it was ended", () => {
    fc.assert(
      fc.property(moment, moment, maybe, (expiresAt, now, endedAt) => {
        const session = { endedAt, expiresAt, lastSeenAt: now };
        expect(isSessionOver(session, now)).toBe(endedAt !== null || now >= expiresAt);
      }),
    );
    const expiresAt = new Date("2026-11-21T12:00:00Z");
    const session = { endedAt: null, expiresAt, lastSeenAt: expiresAt };
    expect([isSessionOver(session, after(expiresAt, -1)), isSessionOver(session, expiresAt)]).toEqual([false, true]);
  });

  test("is updated at most every five minutes, and never when the clock goes back", () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -HOUR_MS, max: HOUR_MS }), (lastSeenAt, ms) => {
        const session = { endedAt: null, expiresAt: lastSeenAt, lastSeenAt };
        expect(isTouchDue(session, after(lastSeenAt, ms))).toBe(ms >= 300_000);
      }),
    );
    const session = { endedAt: null, expiresAt: NOW, lastSeenAt: NOW };
    expect([299_999, 300_000].map((ms) => isTouchDue(session, after(NOW, ms)))).toEqual([false, true]);
  });

  test("never ends by itself when it is used more often than once a day", () => {
    fc.assert(
      fc.property(moment, fc.array(fc.integer({ min: 0, max: 24 * HOUR_MS - 1 })), (start, gaps) => {
        let session = { endedAt: null, lastSeenAt: start, expiresAt: sessionEnd(forgottenFacts, start) };
        for (const gap of gaps) {
          const now = after(session.lastSeenAt, gap);
          expect(isSessionOver(session, now)).toBe(false);
          session = { endedAt: null, lastSeenAt: now, expiresAt: sessionEnd(forgottenFacts, now) };
        }
      }),
    );
  });
});

describe("a new password", () => {
  const judge = (length: number, isAdmin: boolean, isCommon = false) =>
    judgeNewPassword("a".repeat(length), { isAdmin, isCommon });

  test("[D2.17] of staff has at least 12 characters, and a member's may be shorter", () => {
    expect(judge(11, true)).toBe("A senha da equipe deve ter pelo menos 12 caracteres");
    expect([judge(12, true), judge(6, false)]).toEqual([undefined, undefined]);
  });

  test("[D2.14] that is common is refused for everybody", () => {
    expect([judge(12, true, true), judge(6, false, true)]).toEqual(Array(2).fill("Escolha uma senha menos comum."));
  });
});

test("a mailed link is valid for its hours, to the second", () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 72 }), (now, hours) => {
      expect(linkEnd(hours, now)).toEqual(after(now, hours * HOUR_MS));
    }),
  );
});

describe("the name of a device", () => {
  const android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)";
  const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  test.each([
    [`${android} Chrome/131.0.0.0 Mobile Safari/537.36`, "Chrome no Android"],
    [`${android} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`, "Samsung Internet no Android"],
    ["Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Firefox no Android"],
    [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari no iPhone"],
    [`${iphone} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`, "Chrome no iPhone"],
    [`${iphone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, "Firefox no iPhone"],
    [`${iphone.replaceAll("iPhone", "iPad")} Version/17.0 Mobile/15E148 Safari/604.1`, "Safari no iPad"],
    [`${mac} Version/18.1 Safari/605.1.15`, "Safari no Mac"],
    [`${windows}; rv:132.0) Gecko/20100101 Firefox/132.0`, "Firefox no Windows"],
    [`${windows} AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "Edge no Windows"],
    [`${windows} AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 OPR/115.0.0.0`, "Opera no Windows"],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36", "Chrome no ChromeOS"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox no Linux"],
    ["Firefox/132.0", "Firefox"],
    ["curl/8.5.0", "Navegador desconhecido"],
    ["<b>Chrome</b>", "Navegador desconhecido"],
    ["", "Navegador desconhecido"],
  ])("in %s is %s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  test("is one of our own texts, whatever a browser sends", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (userAgent) => {
        expect(deviceName(userAgent)).toMatch(/^[A-Z][A-Za-z ]+$/);
      }),
    );
  });
});

test("a session has just ended for a minute, in which another tab may have a new one", () => {
  const endedAt = new Date("2026-11-24T12:00:00Z");
  const hasEnded = (ms: number) => hasJustEnded(endedAt, after(endedAt, ms));
  expect([0, 59_999, 60_000].map(hasEnded)).toEqual([true, true, false]);
  for (const never of [null, undefined]) expect(hasJustEnded(never, endedAt)).toBe(false);
});

test("[D2.13][D2.17] a password of the staff has 12 to 128 characters and is not common", () => {
  const judge = (length: number, isCommon = false) => judgeAdminPassword("é".repeat(length), isCommon);
  expect([11, 12, 128, 129].map((length) => judge(length))).toEqual(["too short", undefined, undefined, "too long"]);
  expect(judge(12, true)).toBe("too common");
});

test("a sign-up waits under an address that nobody else has and no mail reaches", () => {
  expect(pendingAddress("ana")).toBe("ana@exemplo.invalid");
  expect(isReservedAddress(pendingAddress("ana"))).toBe(true);
});

test("a newcomer is in their first session, on the day of the sign-up, and none of the staff", () => {
  const createdAt = new Date("2026-11-24T12:00:00Z");
  const arrival = { createdAt, hasSeveralSessions: false, isAdmin: false };
  expect(isNewcomer(arrival, after(createdAt, 24 * HOUR_MS - 1))).toBe(true);
  expect(isNewcomer(arrival, after(createdAt, 24 * HOUR_MS))).toBe(false);
  expect(isNewcomer({ ...arrival, hasSeveralSessions: true }, createdAt)).toBe(false);
  expect(isNewcomer({ ...arrival, isAdmin: true }, createdAt)).toBe(false);
});

test("the mail to a member who has not come for a year names the day of São Paulo on which the account is deactivated", () => {
  const mail = inactivityMail(new Date("2026-11-24T02:30:00Z"), "https://caramelo.example");
  expect(mail.kind).toBe("inactivity-warning");
  expect(mail.text).toContain("23 de novembro de 2026");
  expect(mail.text).toContain(`${INACTIVE_MONTHS} meses`);
  expect(mail.text).toContain("https://caramelo.example/login\n");
});

const owner = { id: "a", role: "owner" as const, suspendedAt: null, isInvited: false };

test("[D2.52] the last active owner may not be lost", () => {
  expect(mayLoseOwner([owner], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b", role: "moderator" }], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b", suspendedAt: new Date(0) }], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b", isInvited: true }], "a")).toBe(false);
  expect(mayLoseOwner([owner, { ...owner, id: "b" }], "a")).toBe(true);
});
