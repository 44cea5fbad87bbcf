// The queries of the server that read profiles without leaving hidden pairs out, by file, each with the reason why it
// may. Every other one must use `isVisiblePair` or `isHiddenPair` of base/members; borders-sql.mjs checks that.

const NOBODY = "it shows nobody to members";
const STAFF = "only staff see it";
const OWN = "the profile is the caller's own";

/** @type {Record<string, Record<string, string>>} */
export const UNFILTERED_READS = {
  "base/members/age-queries.ts": { listOtherAgeGates: NOBODY, lockForVerification: OWN },
  "base/members/contact-queries.ts": { countPeople: NOBODY, listContacts: NOBODY, listSignUps: NOBODY },
  "base/members/member-queries.ts": { findMailAddress: NOBODY, isEmailTaken: NOBODY },
  "base/members/standing-queries.ts": { findStanding: NOBODY, listStaffAddresses: NOBODY },
  "base/members/tier-queries.ts": { lockEndedTiers: NOBODY, refreshTiers: NOBODY, rerollShuffleKeys: NOBODY },
  "demo/history/add-past-totals.ts": { listTotals: NOBODY },
  "demo/history/add-reports.ts": { hasDemoReport: NOBODY },
  "demo/history/add-verifications.ts": { hasDemoRequest: NOBODY, listVerified: NOBODY },
  "demo/history/add-withdrawal.ts": { hasDemoReview: NOBODY },
  "features/accounts/queries/accounts.ts": { findFirstAdmin: NOBODY, selectAccount: OWN },
  "features/accounts/queries/inactivity.ts": { listNextAccounts: NOBODY },
  "features/accounts/queries/links.ts": { findOpenLink: OWN },
  "features/accounts/queries/sessions.ts": { readSession: OWN },
  "features/accounts/queries/team.ts": { findInvitedEmail: NOBODY, listStaff: NOBODY, lockStaff: NOBODY },
  "features/accounts/queries/unconfirmed.ts": { listUnconfirmed: NOBODY },
  "features/audit/search-queries.ts": { listPeople: STAFF },
  "features/billing/queries.ts": { recordEndReminders: NOBODY },
  "features/billing/search-queries.ts": { searchOrders: STAFF },
  "features/billing/staff-queries.ts": { findStaffOrder: STAFF, listStaffOrders: STAFF, listStaffOrdersById: STAFF },
  "features/discovery/index-queries.ts": { COUNT_MEMBERS: NOBODY, listWriters: "a page asks it about its own members" },
  "features/messaging/queries/pairs.ts": { meetingJoins: "`is_hidden` tells them to the judge" },
  "features/messaging/queries/stream-states.ts": { listHeartbeats: OWN },
  "features/bans/photo-queries.ts": { findBanReason: NOBODY, removeBannedPhoto: NOBODY },
  "features/moderation/queries/evidence.ts": { keepProfile: STAFF },
  "features/moderation/queries/measures.ts": { listEndedSuspensions: NOBODY, listMeasuresForStaff: STAFF },
  "features/moderation/queries/appeals.ts": { countOtherStaff: NOBODY, listAppeals: STAFF },
  "features/moderation/queries/staff-notices.ts": { listNotices: STAFF },
  "features/moderation/queries/staff.ts": { findStaffMember: NOBODY },
  "features/notifications/queries/external.ts": { lockMailRecipient: OWN },
  "features/operator/queries.ts": { listSettingChanges: STAFF },
  "features/personal-data/data-request-queries.ts": { listDataRequests: STAFF, lockAccountEmail: NOBODY },
  "features/photos/queries.ts": { lockGallery: OWN },
  "features/people/fragment-queries.ts": { selectPeople: "each caller leaves them out" },
  "features/presence/availability-queries.ts": { selectEligible: NOBODY },
  "features/presence/invitation-queries.ts": { isAwaited: OWN },
  "features/profiles/queries.ts": { getOwnProfile: OWN },
  "features/users/queries.ts": { findUser: STAFF, listUsers: STAFF },
  "features/users/search-queries.ts": { countUsers: STAFF, listUserIds: STAFF },
  "features/moderation/queries/staff-cases.ts": { selectCases: STAFF },
  "features/moderation/queries/reports.ts": { listPhotoReporters: NOBODY, listReports: STAFF },
  "features/statistics/queries.ts": { countMembers: NOBODY, countSignUps: NOBODY },
  "features/transparency/queries.ts": { findFirstJoin: NOBODY, listAuthorityRequests: STAFF },
  "features/verification/queries.ts": { getOwnVerification: OWN },
  "features/verification/staff-queries.ts": { findStaffRequest: STAFF, selectRequests: STAFF },
};
