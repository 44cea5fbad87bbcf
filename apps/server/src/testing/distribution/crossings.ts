// Every statement that crosses members, as read-crossings.ts describes it, with what builds it and how it would run where
// the members are spread over several servers. record.ts fails a feature test that sends one which does not stand here;
// docs/citus.md is made from this list.

/** Ways to run a statement that crosses members, by a word of ours. */
export const WAYS = {
  "by ids":
    "By a list of ids: Citus asks only the servers of these members, all at once, and puts the answers together.",
  "two members":
    "Two or more members, each known: a statement for each of them, sent at the same time, in place of one that joins them.",
  "two steps":
    "In two steps: the ids on the member's own server, then these people by their ids (`by ids`), or from the index in memory.",
  send: "Storing messages: each recipient's and each sender's rows on their own server, in one transaction that commits in two phases.",
  copies:
    "The message as two rows, one under each member's id: then each member's stream, history and list lie on one server. Until then all servers are asked.",
  index:
    "The index in memory reads each server by itself: all members once, then its changes between two snapshots of its own.",
  named: "The caller knows the member: with the member's id in the condition as well it goes to one server.",
  lookup:
    "By something else than the member's id (address, token, key): a table distributed by it gives the id, then one server is asked.",
  "each server": "The same statement on every server at once; nothing of it needs another server.",
  sweep: "A job: every server removes or renews its own old rows, some at a time.",
  counted: "Numbers of the whole site: every server counts its part, the coordinator adds.",
  office: "The office: all servers are asked at once. A second is no harm there, and staff are few.",
  orders:
    "Orders lie on the coordinator and name their member: the member's rows are read by that id as a second statement.",
} as const;

type Crossing = { by: readonly string[]; runs: keyof typeof WAYS };

export const crossings: Readonly<Record<string, Crossing>> = {
  "2 \u00d7 availability, presence of all members; 2 \u00d7 hidden_pair of one member; conversation of another; member_stream of another; message of all members; message, profile of those in other_id":
    { by: ["messaging/queries/conversation-list.ts listConversations"], runs: "two steps" },
  "2 \u00d7 message of one member": { by: ["moderation/queries/evidence.ts keepMessages"], runs: "copies" },
  "2 \u00d7 message of one member; 2 \u00d7 reaction of all members; conversation of another; hidden_pair of another; member_stream of another; message of all members; message, profile of those in other_id = recipient_id; pruned_stream of another; stream_event of another":
    { by: ["messaging/queries/changes.ts findChanges"], runs: "copies" },
  "2 \u00d7 presence of all members": { by: ["statistics/queries.ts countPresentSince"], runs: "counted" },
  "2 \u00d7 profile of all members; hidden_pair of one member": {
    by: ["discovery/count-queries.ts countTabs"],
    runs: "index",
  },
  "2 \u00d7 reaction of all members; conversation, hidden_pair, member_stream, message, profile of one member; hidden_pair, message, profile of another; message of all members":
    { by: ["messaging/queries/messages.ts findHistory"], runs: "copies" },
  "2 \u00d7 reaction of all members; message of all members": {
    by: ["messaging/queries/reactions.ts listReactionsToOwn"],
    runs: "named",
  },
  "3 \u00d7 entitlement of all members": { by: ["statistics/queries.ts countPremium"], runs: "counted" },
  "access_record, access_record! of all members": {
    by: ["accounts/retention-jobs.ts sweepAccessRecords"],
    runs: "sweep",
  },
  "account_link of all members": { by: ["accounts/queries/links.ts hasAlertOfAnother"], runs: "lookup" },
  "account_link of all members; account_link! of all members": {
    by: ["accounts/retention-jobs.ts sweepLinks"],
    runs: "sweep",
  },
  "account_link! of all members": { by: ["accounts/queries/links.ts useLink"], runs: "lookup" },
  "account_link, profile of all members": {
    by: ["accounts/queries/links.ts findOpenLink", "accounts/queries/unconfirmed.ts listUnconfirmed"],
    runs: "sweep",
  },
  "availability! of all members": { by: ["presence/availability-queries.ts endRunning"], runs: "named" },
  "availability!, member_setting, presence, profile of all members": {
    by: ["presence/availability-queries.ts drawAvailable"],
    runs: "named",
  },
  "availability, availability! of all members": {
    by: ["presence/invitation-queries.ts claimInvitations"],
    runs: "named",
  },
  "availability, entitlement, hidden_pair, message, photo, presence, profile of one member; conversation, entitlement, favorite, hidden_pair, ledger_entry, profile of another":
    { by: ["messaging/queries/chat.ts findChat"], runs: "two members" },
  "availability, entitlement, message, photo, presence, profile of one member; conversation, favorite, hidden_pair of another":
    { by: ["profiles/queries.ts findProfile"], runs: "two members" },
  "availability, entitlement, message, photo, presence, profile of those in favorite_id; favorite, hidden_pair of one member":
    { by: ["people/commands.ts findPeople"], runs: "two steps" },
  "availability, entitlement, photo, presence, profile of all members": {
    by: ["discovery/index-queries.ts readAllMembers"],
    runs: "index",
  },
  "availability, entitlement, photo, presence, profile of some members": {
    by: ["discovery/index-queries.ts readMembers"],
    runs: "index",
  },
  "availability, message, presence, profile of those in other_id; conversation of one member; hidden_pair of another; member_stream of another; message of all members":
    { by: ["messaging/queries/conversation-list.ts listConversations"], runs: "two steps" },
  "availability, message, presence, profile of those in other_id; conversation, hidden_pair, profile of one member": {
    by: ["presence/queries.ts listPresences"],
    runs: "two steps",
  },
  "conversation of one member; erasure of another": {
    by: ["messaging/queries/erased.ts isErasedPeer"],
    runs: "two members",
  },
  "conversation of some members; conversation of those in other_id": {
    by: ["base/members/stream-queries.ts listReaders"],
    runs: "two steps",
  },
  "conversation of some members; favorite of some members": {
    by: ["moderation/queries/reports.ts listAcquainted"],
    runs: "office",
  },
  "conversation!, member_stream! of some members; message! of some members": {
    by: ["messaging/queries/store-messages.ts storeMessages"],
    runs: "send",
  },
  "conversation, entitlement, hidden_pair, message, profile, slowed_member of those in other_id; hidden_pair, message, profile of those in other_id = recipient_id; session of all members":
    { by: ["messaging/queries/send-facts.ts listSendFacts"], runs: "send" },
  "conversation, entitlement, hidden_pair, profile of one member; hidden_pair, profile of another": {
    by: ["messaging/queries/pairs.ts findPairFacts"],
    runs: "two members",
  },
  "conversation, hidden_pair of one member; profile of another": {
    by: ["messaging/queries/conversations.ts findConversation"],
    runs: "two members",
  },
  "discovery_filter, entitlement, member, member_setting, passkey, photo, profile, second_factor, session of all members":
    { by: ["accounts/queries/accounts.ts findAccountByEmail"], runs: "lookup" },
  "entitlement of all members": { by: ["verification/staff-queries.ts listQueue"], runs: "office" },
  "entitlement, ledger_entry of all members": { by: ["billing/queries.ts countWrongBalances"], runs: "counted" },
  "entitlement, member, profile of all members": { by: ["verification/staff-queries.ts listRequests"], runs: "office" },
  "entitlement, member, profile of all members; profile of those in reviewed_by": {
    by: ["verification/staff-queries.ts findStaffRequest"],
    runs: "office",
  },
  "entitlement, profile, profile! of some members": {
    by: ["base/members/tier-queries.ts refreshTiers"],
    runs: "by ids",
  },
  "favorite, hidden_pair of one member; profile of those in favorite_id": {
    by: ["favorites/queries.ts listFavorites"],
    runs: "two steps",
  },
  "hidden_pair of one member; photo, profile of another": {
    by: ["photos/queries.ts findShownPhoto"],
    runs: "two members",
  },
  "hidden_pair of one member; presence, profile of all members": {
    by: ["discovery/few-queries.ts listFew"],
    runs: "index",
  },
  "hidden_pair, member_setting, notification, profile of all members; profile of those in actor_id": {
    by: ["notifications/queries/external.ts findExternalNotification"],
    runs: "two steps",
  },
  "hidden_pair, notification of one member; profile of those in actor_id": {
    by: ["notifications/queries/bell.ts countWaiting", "notifications/queries/bell.ts findBell"],
    runs: "two steps",
  },
  "hidden_pair, profile of one member; profile of another": {
    by: ["favorites/queries.ts findFavorable"],
    runs: "two members",
  },
  "hidden_photo of all members": {
    by: ["bans/queries.ts removeBanMarks", "photos/hidden-queries.ts findHiddenPhoto"],
    runs: "named",
  },
  "hidden_photo of all members; photo of all members": {
    by: ["moderation/queries/kept-photos.ts listKeptPhotos"],
    runs: "office",
  },
  "hidden_photo of all members; photo of all members; photo_object of all members": {
    by: ["photos/object-queries.ts listKeptObjects", "photos/object-queries.ts lockOrphanObjects"],
    runs: "sweep",
  },
  "hidden_photo of all members; photo of all members; photo_object! of all members": {
    by: ["photos/object-queries.ts removePhotoObject"],
    runs: "sweep",
  },
  "hidden_photo! of all members": { by: ["photos/hidden-queries.ts keepPhotoHidden"], runs: "named" },
  "inactivity_warning of all members": { by: ["accounts/queries/inactivity.ts listWarned"], runs: "sweep" },
  "inactivity_warning, member, presence, profile of all members": {
    by: ["accounts/queries/inactivity.ts listNextAccounts"],
    runs: "sweep",
  },
  "ledger_entry of all members": {
    by: [
      "billing/order-queries.ts listOrderEntries",
      "billing/queries.ts hasLedgerEntry",
      "billing/return-queries.ts listStrays",
      "billing/search-queries.ts searchOf",
      "billing/staff-queries.ts findOrderWork",
      "billing/staff-queries.ts listOrderLines",
      "billing/withdrawal-queries.ts listLinesOfOrders",
    ],
    runs: "office",
  },
  "ledger_entry! of some members": { by: ["messaging/handlers/send.ts storeBatch"], runs: "send" },
  "member of all members": { by: ["verification/queries.ts findRequestMember"], runs: "office" },
  "member of all members; profile of all members": { by: ["billing/search-queries.ts findBuyers"], runs: "office" },
  "member of those in actor_id": { by: ["billing/staff-queries.ts listOrderEvents"], runs: "office" },
  "member, passkey, profile, second_factor, session of all members": {
    by: ["accounts/queries/team.ts listStaff"],
    runs: "office",
  },
  "member, profile of all members": {
    by: [
      "base/members/member-queries.ts isEmailTaken",
      "base/members/standing-queries.ts listStaffAddresses",
      "billing/search-queries.ts searchLatest",
      "billing/staff-queries.ts findStaffOrder",
      "billing/staff-queries.ts listStaffOrders",
      "billing/staff-queries.ts listStaffOrdersById",
    ],
    runs: "office",
  },
  "member, profile of all members; profile of those in decided_by": {
    by: ["moderation/queries/staff-notices.ts listNotices"],
    runs: "office",
  },
  "member, profile of all members; profile of those in taken_by": {
    by: ["moderation/queries/appeals.ts listAppeals"],
    runs: "office",
  },
  "member, profile of those in reported_id; member, profile of those in reporter_id; profile of those in reviewed_by": {
    by: ["moderation/queries/staff-cases.ts findCase", "moderation/queries/staff-cases.ts listCases"],
    runs: "office",
  },
  "member, profile of those in reporter_id": { by: ["moderation/queries/reports.ts listReports"], runs: "office" },
  "member_setting, notification! of some members": {
    by: ["notifications/queries/add-notifications.ts addNotifications"],
    runs: "by ids",
  },
  "member_setting, notification!, push_subscription of some members; session of all members": {
    by: ["notifications/queries/add-notifications.ts addNotifications"],
    runs: "named",
  },
  "member_setting, notification, notification!, push_subscription of some members; session of all members": {
    by: ["notifications/queries/add-notifications.ts upsertMessageNotifications"],
    runs: "named",
  },
  "member_setting, presence, profile of all members": {
    by: ["presence/availability-queries.ts countEligible"],
    runs: "named",
  },
  "member_setting, presence, push_subscription of some members; session of all members": {
    by: ["presence/invitation-queries.ts listInvited"],
    runs: "named",
  },
  "member_stream of some members": {
    by: [
      "base/members/stream-queries.ts listUnreadTotals",
      "base/members/stream-queries.ts lockStreams",
      "messaging/handlers/send.ts storeBatch",
    ],
    runs: "send",
  },
  "member_stream! of some members": { by: ["base/members/stream-queries.ts advanceStreams"], runs: "send" },
  "member_stream, profile, session of all members": {
    by: ["messaging/queries/stream-states.ts listHeartbeats"],
    runs: "each server",
  },
  "message of all members": {
    by: ["statistics/queries.ts countByDay", "statistics/queries.ts countMessages"],
    runs: "counted",
  },
  "message of one member; message! of all members": {
    by: ["messaging/queries/messages.ts markMessagesRead"],
    runs: "copies",
  },
  "passkey of all members": {
    by: ["accounts/queries/passkeys.ts findPasskey", "accounts/queries/passkeys.ts lockPasskey"],
    runs: "lookup",
  },
  "passkey! of all members": {
    by: ["accounts/queries/passkeys.ts blockPasskey", "accounts/queries/passkeys.ts recordPasskeyUse"],
    runs: "lookup",
  },
  "photo of all members": { by: ["photos/queries.ts findPhoto"], runs: "named" },
  "photo! of all members": { by: ["photos/queries.ts orderPhotos", "photos/queries.ts removePhoto"], runs: "named" },
  "photo! of some members": { by: ["photos/queries.ts addPhotos"], runs: "by ids" },
  "photo_object! of all members": { by: ["photos/object-queries.ts addPhotoObjects"], runs: "sweep" },
  "presence of all members": {
    by: ["discovery/few-queries.ts countPresent", "discovery/index-queries.ts readActive"],
    runs: "index",
  },
  "presence! of some members": { by: ["presence/queries.ts removeDepartures"], runs: "by ids" },
  "profile of all members": {
    by: [
      "accounts/queries/team.ts lockStaff",
      "bans/photo-queries.ts removeBannedPhoto",
      "moderation/queries/appeals.ts countOtherStaff",
      "moderation/queries/staff.ts findStaffMember",
      "statistics/queries.ts countByDay",
      "statistics/queries.ts countMembers",
    ],
    runs: "counted",
  },
  "profile of those in actor_id": { by: ["operator/queries.ts listSettingChanges"], runs: "office" },
  "profile of those in reporter_id": { by: ["moderation/queries/reports.ts listPhotoReporters"], runs: "office" },
  "profile of those in taken_by": { by: ["moderation/queries/measures.ts listMeasuresForStaff"], runs: "office" },
  "profile, session of all members": { by: ["accounts/queries/sessions.ts findSession"], runs: "lookup" },
  "profile_change of all members": { by: ["discovery/change-queries.ts listChanges"], runs: "index" },
  "profile_change! of all members": { by: ["discovery/change-queries.ts removeForeignChanges"], runs: "index" },
  "pruned_stream!, stream_event! of all members; stream_event of all members": {
    by: ["messaging/queries/changes.ts pruneStreamEvents"],
    runs: "sweep",
  },
  "push_subscription of one member; session of all members": {
    by: [
      "notifications/queries/subscriptions.ts findSubscription",
      "notifications/queries/subscriptions.ts listSubscriptions",
    ],
    runs: "named",
  },
  "push_subscription! of all members": {
    by: [
      "notifications/queries/subscriptions.ts removeDeadSubscription",
      "notifications/queries/subscriptions.ts saveSubscription",
    ],
    runs: "named",
  },
  "recovery_code! of some members": { by: ["accounts/queries/factors.ts replaceRecoveryCodes"], runs: "by ids" },
  "refused_sign_up, refused_sign_up! of all members": {
    by: ["accounts/retention-jobs.ts sweepSignUps"],
    runs: "sweep",
  },
  "session of all members": {
    by: ["accounts/queries/sessions.ts findProof", "accounts/queries/sessions.ts isSessionGood"],
    runs: "named",
  },
  "session of all members; session! of all members": {
    by: ["accounts/retention-jobs.ts sweepSessions"],
    runs: "sweep",
  },
  "session of one member; session! of all members": {
    by: ["accounts/queries/sessions.ts endOldestSessions"],
    runs: "named",
  },
  "session! of all members": {
    by: [
      "accounts/queries/sessions.ts changeSession",
      "accounts/queries/sessions.ts endAllSessions",
      "accounts/queries/sessions.ts endSession",
    ],
    runs: "named",
  },
  "stream_event! of some members": { by: ["messaging/queries/changes.ts addStreamEvents"], runs: "by ids" },
};
