import type { JobsOf, TablesOf } from "../../platform/inventory.ts";

/** A case of a member who erases the account is decided first, and goes some months later. */
const UNTIL_CASE_GOES = {
  does: "keep",
  because: "an open case must be decided, and its decision can be contested",
  law: "rights",
  until: "evidence",
} as const;
/** What outlives the account of an erased member ends so. */
const AFTER_ERASURE = {
  when: "its member was erased, and the decision is as old as evidence",
  job: "sweep-erased",
} as const;
const DECIDED = { does: "keep", because: "who decided must be known as long as the decision", law: "rights" } as const;

export const tables: TablesOf<
  "alarm" | "automaticHide" | "caseMessage" | "caseProfile" | "measure" | "notice" | "report" | "reportCase"
> = {
  alarm: {
    category: "none",
    columns: { id: "internal", kind: "internal", happenedAt: "internal" },
    people: [],
    export: { not: "it names nobody" },
    ends: [{ when: "the next mail to the staff has reported it", job: "send-alarms" }],
  },
  automaticHide: {
    category: "moderation",
    columns: {
      id: "internal",
      memberId: "internal",
      caseId: "internal",
      reporterId: "concealed",
      photoId: "internal",
      hiddenAt: "internal",
      endedAt: "internal",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: UNTIL_CASE_GOES },
      { by: { id: "reporterId" }, as: "counterpart", onErasure: UNTIL_CASE_GOES },
    ],
    export: { not: "its moments would tell when somebody reported the member, and so who" },
    ends: [{ with: "reportCase" }, { with: "member" }, AFTER_ERASURE],
  },
  caseMessage: {
    category: "moderation",
    columns: {
      caseId: "internal",
      messageId: "internal",
      senderId: "concealed",
      recipientId: "concealed",
      text: "internal",
      sentAt: "internal",
      isReported: "internal",
      keptAt: "internal",
    },
    people: [
      { by: { id: "senderId" }, as: "counterpart", onErasure: UNTIL_CASE_GOES },
      { by: { id: "recipientId" }, as: "counterpart", onErasure: UNTIL_CASE_GOES },
    ],
    export: { not: "a copy of exported messages, which would tell that somebody reported them" },
    ends: [{ after: "evidence", since: "keptAt", job: "sweep-evidence" }, { with: "reportCase" }],
  },
  caseProfile: {
    category: "moderation",
    columns: { caseId: "internal", facts: "internal", keptAt: "internal" },
    people: [{ by: { row: "caseId", of: "reportCase" }, as: "counterpart", onErasure: UNTIL_CASE_GOES }],
    export: { not: "a copy of the profile, which would tell that somebody reported it" },
    ends: [{ after: "evidence", since: "keptAt", job: "sweep-evidence" }, { with: "reportCase" }],
  },
  measure: {
    category: "moderation",
    columns: {
      id: "internal",
      memberId: "internal",
      kind: "exported",
      reason: "exported",
      caseId: "internal",
      photoId: "internal",
      noticeId: "internal",
      takenBy: "concealed",
      takenAt: "exported",
      until: "exported",
      endedAt: "exported",
      endedBy: "concealed",
      appealTokenHash: "secret",
      appealText: "exported",
      appealedAt: "exported",
      decidedAt: "exported",
      decidedBy: "concealed",
      isGranted: "exported",
      answer: "exported",
    },
    people: [
      { by: { id: "memberId" }, as: "holder", onErasure: UNTIL_CASE_GOES },
      { by: { id: "takenBy" }, as: "staff", onErasure: { ...DECIDED, until: "never" } },
      { by: { id: "endedBy" }, as: "staff", onErasure: { ...DECIDED, until: "never" } },
      { by: { id: "decidedBy" }, as: "staff", onErasure: { ...DECIDED, until: "never" } },
    ],
    export: "rows",
    ends: [{ with: "member" }, AFTER_ERASURE],
  },
  notice: {
    category: "moderation",
    columns: {
      id: "internal",
      kind: "exported",
      address: "exported",
      words: "exported",
      memberId: "concealed",
      photoId: "internal",
      fileName: "internal",
      senderName: "exported",
      senderEmail: "exported",
      senderMailbox: "internal",
      senderNetwork: "internal",
      senderId: "internal",
      confirmationHash: "secret",
      confirmedAt: "exported",
      receivedAt: "exported",
      dueAt: "internal",
      status: "exported",
      answer: "exported",
      decidedAt: "exported",
      decidedBy: "concealed",
      brakedAt: "internal",
      hasAlarmed: "internal",
      hasHidden: "internal",
      isHiding: "internal",
    },
    people: [
      { by: { id: "senderId" }, as: "holder", onErasure: UNTIL_CASE_GOES },
      { by: { email: "senderEmail", unless: "senderId" }, as: "holder", onErasure: UNTIL_CASE_GOES },
      { by: { id: "memberId" }, as: "counterpart", onErasure: UNTIL_CASE_GOES },
      { by: { id: "decidedBy" }, as: "staff", onErasure: { ...DECIDED, until: "evidence" } },
    ],
    export: "rows",
    ends: [{ after: "evidence", since: "decidedAt", job: "sweep-evidence" }],
  },
  report: {
    category: "moderation",
    columns: {
      id: "internal",
      caseId: "internal",
      reporterId: "internal",
      reason: "exported",
      details: "exported",
      fileName: "internal",
      createdAt: "exported",
    },
    people: [
      { by: { id: "reporterId" }, as: "holder", onErasure: UNTIL_CASE_GOES },
      { by: { row: "caseId", of: "reportCase" }, as: "counterpart", onErasure: UNTIL_CASE_GOES },
    ],
    export: { presented: "with the name of the reported member" },
    ends: [
      {
        after: "evidence",
        since: { of: "reportCase", column: "reviewedAt" },
        job: "sweep-report-words",
        clears: ["details"],
      },
      { with: "reportCase" },
      AFTER_ERASURE,
    ],
  },
  reportCase: {
    category: "moderation",
    columns: {
      id: "internal",
      reportedId: "internal",
      status: "internal",
      openedAt: "internal",
      reviewedAt: "internal",
      reviewedBy: "concealed",
      severity: "internal",
      flaggedAt: "internal",
    },
    people: [
      { by: { id: "reportedId" }, as: "counterpart", onErasure: UNTIL_CASE_GOES },
      { by: { id: "reviewedBy" }, as: "staff", onErasure: { ...DECIDED, until: "never" } },
    ],
    export: { not: "it would tell that somebody reported the member; what followed is exported as measures" },
    ends: [{ with: "member" }, AFTER_ERASURE],
  },
};

export const jobs: JobsOf<
  | "ban-photo"
  | "end-suspensions"
  | "mail-waiting-notices"
  | "review-warned-messages"
  | "send-alarms"
  | "sweep-evidence"
  | "sweep-hidden-photos"
  | "sweep-report-words"
> = {
  "ban-photo": { category: "bans", payload: { fileName: "photo", memberId: "member" } },
  "end-suspensions": { category: "none", payload: {} },
  "mail-waiting-notices": { category: "none", payload: {} },
  "review-warned-messages": { category: "moderation", payload: { memberId: "member" } },
  "send-alarms": { category: "none", payload: {} },
  "sweep-evidence": { category: "none", payload: {} },
  "sweep-hidden-photos": { category: "none", payload: {} },
  "sweep-report-words": { category: "none", payload: {} },
};
