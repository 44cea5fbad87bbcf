import type { TablesOf } from "../../platform/inventory.ts";

export const tables: TablesOf<
  | "accessRecord"
  | "accountLink"
  | "delayedRequest"
  | "inactivityWarning"
  | "keyInvitation"
  | "knownDevice"
  | "passkey"
  | "passkeyChallenge"
  | "pendingWelcome"
  | "recoveryCode"
  | "refusedSignUp"
  | "secondFactor"
> = {
  accessRecord: {
    category: "accessLog",
    columns: { memberKey: "internal", hour: "exported", addressKey: "internal", sealed: "exported" },
    people: [
      {
        by: { hash: "memberKey" },
        as: "holder",
        onErasure: {
          does: "keep",
          because: "a court may ask for it; it is sealed, and only a command opens it",
          law: "accessLog",
          until: "accessLog",
        },
      },
    ],
    export: { presented: "opened by the key of the data folder: hour and address" },
    ends: [{ after: "accessLog", since: "hour", job: "sweep-access-records" }],
  },
  accountLink: {
    category: "signIn",
    columns: {
      id: "internal",
      memberId: "internal",
      kind: "exported",
      tokenHash: "secret",
      email: "exported",
      createdAt: "exported",
      expiresAt: "exported",
      usedAt: "exported",
      freezes: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ after: "endedLinks", since: "expiresAt", job: "sweep-links" }],
  },
  delayedRequest: {
    category: "signIn",
    columns: {
      memberId: "internal",
      kind: "exported",
      email: "exported",
      askedAt: "exported",
      dueAt: "exported",
      isProven: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "it begins after a day, or its member cancels it" }, { with: "member" }],
  },
  inactivityWarning: {
    category: "account",
    columns: { memberId: "internal", warnedAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "the account is deactivated, or its member has come", job: "deactivate-inactive-members" }],
  },
  keyInvitation: {
    category: "signIn",
    columns: { memberId: "internal", invitedAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ with: "member" }],
  },
  knownDevice: {
    category: "signIn",
    columns: { memberId: "internal", tokenHash: "secret", lastUsedAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ after: "knownDevices", since: "lastUsedAt", job: "sweep-known-devices" }],
  },
  passkey: {
    category: "signIn",
    columns: {
      id: "internal",
      memberId: "internal",
      credentialId: "secret",
      publicKey: "secret",
      counter: "internal",
      name: "exported",
      createdAt: "exported",
      lastUsedAt: "exported",
      blockedAt: "exported",
      addedOn: "exported",
      offSince: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "its member or an owner removes it" }, { with: "member" }],
  },
  passkeyChallenge: {
    category: "signIn",
    columns: { hash: "secret", purpose: "internal", sessionId: "internal", expiresAt: "internal" },
    people: [{ by: { row: "sessionId", of: "session" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "it lives for five minutes, and says nothing" },
    ends: [
      { when: "the first answer to it" },
      { when: "five minutes are over", job: "sweep-passkey-challenges" },
      { with: "session" },
    ],
  },
  pendingWelcome: {
    category: "account",
    columns: { memberId: "internal" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: { not: "it says only that the welcome was not shown yet" },
    ends: [{ when: "the member sees the welcome" }, { with: "member" }],
  },
  recoveryCode: {
    category: "signIn",
    columns: { memberId: "internal", codeHash: "secret", usedAt: "exported" },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ with: "secondFactor" }],
  },
  refusedSignUp: {
    category: "signIn",
    columns: { memberId: "internal", passwordHash: "secret", createdAt: "internal" },
    people: [{ by: { id: "memberId" }, as: "counterpart", onErasure: { does: "delete" } }],
    export: { not: "somebody else typed it, and it would say that they did" },
    ends: [
      { after: "unconfirmedSignUps", since: "createdAt", job: "sweep-sign-ups" },
      { when: "the address of the account changes" },
    ],
  },
  secondFactor: {
    category: "signIn",
    columns: {
      memberId: "internal",
      secret: "secret",
      setUpAt: "exported",
      lastStep: "internal",
      pendingSecret: "secret",
      pendingAt: "exported",
      addedOn: "exported",
      offSince: "exported",
    },
    people: [{ by: { id: "memberId" }, as: "holder", onErasure: { does: "delete" } }],
    export: "rows",
    ends: [{ when: "its member or an owner removes it, or its member denies it by mail" }, { with: "member" }],
  },
};
