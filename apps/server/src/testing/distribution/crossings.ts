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

/** The shapes, with the way of each place that builds such a statement. */
export const crossings: Readonly<Record<string, Readonly<Record<string, keyof typeof WAYS>>>> = {
  "access_record of all members": { "accounts/queries/access-records.ts listAccessRecordsOfHours": "counted" },
  "access_record, access_record! of all members": { "accounts/retention-jobs.ts sweepAccessRecords": "sweep" },
  "account_link of all members": {
    "accounts/queries/incidents.ts listMailedLinks": "counted",
    "accounts/queries/links.ts hasAlertOfAnother": "lookup",
  },
  "account_link of all members; account_link! of all members": { "accounts/retention-jobs.ts sweepLinks": "sweep" },
  "account_link! of all members": { "accounts/queries/links.ts useLink": "lookup" },
  "account_link, profile of all members": {
    "accounts/queries/links.ts findOpenLink": "lookup",
    "accounts/queries/unconfirmed.ts listUnconfirmed": "sweep",
  },
  "availability! of all members": { "presence/availability-queries.ts endRunning": "sweep" },
  "availability!, member_setting, presence, profile of all members": {
    "presence/availability-queries.ts drawAvailable": "sweep",
  },
  "availability, availability! of all members": { "presence/invitation-queries.ts claimInvitations": "sweep" },
  "availability, entitlement, hidden_pair, message, photo, presence, profile of one member; conversation, entitlement, favorite, hidden_pair, ledger_entry, profile of another":
    { "messaging/queries/chat.ts findChat": "two members" },
  "availability, entitlement, message, photo, presence, profile of one member; conversation, favorite, hidden_pair of another":
    { "profiles/queries.ts findProfile": "two members" },
  "availability, entitlement, message, photo, presence, profile of those in favorite_id; favorite, hidden_pair of one member":
    { "people/commands.ts findPeople": "two steps", "people/queries.ts listPeople": "two steps" },
  "availability, entitlement, photo, presence, profile of all members": {
    "discovery/index-queries.ts readAllMembers": "index",
  },
  "availability, entitlement, photo, presence, profile of some members": {
    "discovery/index-queries.ts readMembers": "index",
  },
  "availability, message, presence, profile of some members": {
    "discovery/find-in-memory.ts findWriters": "index",
    "discovery/index-queries.ts listWriters": "index",
  },
  "availability, message, presence, profile of those in other_id; conversation of one member; hidden_pair of another; member_stream of another; message of all members":
    { "messaging/queries/conversation-list.ts listConversations": "two steps" },
  "availability, message, presence, profile of those in other_id; conversation, hidden_pair, profile of one member": {
    "presence/queries.ts listPresences": "two steps",
  },
  "availability, presence of all members; conversation of one member; hidden_pair of another; hidden_pair of another; member_stream of another; message of all members; message, profile of those in other_id":
    { "messaging/queries/conversation-list.ts listConversations": "two steps" },
  "consent! of some members": { "privacy/queries.ts addConsents": "by ids" },
  "conversation of all members; message of all members; message of some members; reaction of all members": {
    "messaging/queries/reactions.ts listSides": "copies",
  },
  "conversation of one member; erasure of another": { "messaging/queries/erased.ts isErasedPeer": "two members" },
  "conversation of one member; hidden_pair of another; member_stream of another; message of all members; message of another; message of another; message, profile of those in other_id = recipient_id; pruned_stream of another; reaction of all members; stream_event of another":
    { "messaging/queries/changes.ts findChanges": "copies" },
  "conversation of some members; conversation of those in other_id": {
    "base/members/stream-queries.ts listReaders": "two steps",
  },
  "conversation of some members; favorite of some members": {
    "moderation/queries/reports.ts listAcquainted": "office",
  },
  "conversation!, member_stream! of some members; message! of some members": {
    "messaging/queries/store-messages.ts storeMessages": "send",
  },
  "conversation, entitlement, hidden_pair, message, profile, slowed_member of those in other_id; conversation, hidden_pair, message, profile of those in other_id = recipient_id; message of some members; session of all members":
    { "messaging/queries/send-facts.ts listSendFacts": "send" },
  "conversation, entitlement, hidden_pair, message, profile, slowed_member of those in other_id; hidden_pair, message, profile of those in other_id = recipient_id; session of all members":
    { "messaging/queries/send-facts.ts listSendFacts": "send" },
  "conversation, entitlement, hidden_pair, profile of one member; hidden_pair, profile of another": {
    "messaging/queries/pairs.ts findPairFacts": "two members",
  },
  "conversation, hidden_pair of one member; hidden_pair, profile of another": {
    "messaging/queries/pairs.ts isOpenPair": "two members",
  },
  "conversation, hidden_pair of one member; profile of another": {
    "messaging/queries/conversations.ts findConversation": "two members",
  },
  "conversation, hidden_pair, member_stream, message, profile of one member; hidden_pair, message, profile of another; message of all members; reaction of all members":
    { "messaging/queries/messages.ts findHistory": "copies" },
  "discovery_filter, entitlement, member, member_setting, passkey, photo, profile, second_factor, session of all members":
    { "accounts/queries/accounts.ts findAccountByEmail": "lookup" },
  "end_reminder! of all members": { "billing/queries.ts removeOldEndReminders": "sweep" },
  "end_reminder, end_reminder!, member, profile of all members; entitlement of all members": {
    "billing/queries.ts recordEndReminders": "sweep",
  },
  "entitlement of all members": {
    "statistics/queries.ts countPremium": "counted",
    "verification/staff-queries.ts listQueue": "office",
  },
  "entitlement of all members; member, profile of all members": { "users/search-queries.ts idsOf": "office" },
  "entitlement of all members; member, profile of all members; profile of all members": {
    "users/search-queries.ts idsOf": "office",
  },
  "entitlement of all members; profile of all members": {
    "users/search-queries.ts countFound": "office",
    "users/search-queries.ts idsOf": "office",
  },
  "entitlement, hidden_pair of one member; favorite, profile of all members": {
    "favorites/queries.ts findAdmirers": "two steps",
  },
  "entitlement, hidden_pair, visit of one member; profile of those in visitor_id": {
    "visits/queries.ts findVisitors": "two steps",
  },
  "entitlement, ledger_entry of all members": { "billing/queries.ts countWrongBalances": "counted" },
  "entitlement, member, photo, profile of some members": { "users/queries.ts listUsers": "office" },
  "entitlement, member, profile of all members": {
    "users/search-queries.ts idsOf": "office",
    "verification/staff-queries.ts listRequests": "office",
  },
  "entitlement, member, profile of all members; entitlement, profile of all members": {
    "users/search-queries.ts idsOf": "office",
  },
  "entitlement, member, profile of all members; profile of those in reviewed_by": {
    "verification/staff-queries.ts findStaffRequest": "office",
  },
  "entitlement, member_setting of one member; visit, visit! of another": {
    "visits/queries.ts addVisit": "two members",
  },
  "entitlement, profile of all members": {
    "users/search-queries.ts countFound": "office",
    "users/search-queries.ts idsOf": "office",
  },
  "entitlement, profile, profile! of some members": { "base/members/tier-queries.ts refreshTiers": "by ids" },
  "erasure of some members": { "messaging/queries/erased.ts listErased": "by ids" },
  "erasure, member of all members": { "erasure/queries.ts takeReminders": "sweep" },
  "favorite, hidden_pair of one member; favorite, hidden_pair of another; profile of some members": {
    "messaging/queries/opening-facts.ts findOpeningFacts": "two members",
  },
  "favorite, hidden_pair of one member; profile of those in favorite_id": {
    "favorites/queries.ts listFavorites": "two steps",
  },
  "hidden_pair of one member; hidden_pair of another; presence, profile of all members": {
    "discovery/count-queries.ts countTabs": "index",
  },
  "hidden_pair of one member; hidden_pair of another; presence, profile of those in other_id": {
    "discovery/queries.ts listKeys": "index",
  },
  "hidden_pair of one member; hidden_pair of another; profile of all members": {
    "discovery/count-queries.ts countTabs": "index",
    "discovery/queries.ts listKeys": "index",
  },
  "hidden_pair of one member; photo, profile of another": { "photos/queries.ts findShownPhoto": "two members" },
  "hidden_pair of one member; presence, profile of all members": {
    "discovery/count-queries.ts countTabs": "index",
    "discovery/few-queries.ts listFew": "index",
  },
  "hidden_pair of one member; presence, profile of those in other_id": {
    "discovery/few-queries.ts listFew": "index",
    "discovery/queries.ts listKeys": "index",
  },
  "hidden_pair of one member; profile of all members": {
    "discovery/count-queries.ts countTabs": "index",
    "discovery/few-queries.ts listFew": "index",
    "discovery/queries.ts listKeys": "index",
  },
  "hidden_pair! of some members": {
    "safety/queries.ts addBlock": "by ids",
    "safety/queries.ts removeHiddenPair": "by ids",
  },
  "hidden_pair, member_setting, notification, profile of all members; profile of those in actor_id": {
    "notifications/queries/external.ts findExternalNotification": "two steps",
  },
  "hidden_pair, notification of one member; profile of those in actor_id": {
    "notifications/queries/bell.ts countWaiting": "two steps",
    "notifications/queries/bell.ts dismissRow": "two steps",
    "notifications/queries/bell.ts findBell": "two steps",
    "notifications/queries/external.ts listSummaries": "two steps",
  },
  "hidden_pair, profile of one member; profile of another": { "favorites/queries.ts findFavorable": "two members" },
  "hidden_photo of all members": {
    "bans/queries.ts removeBanMarks": "office",
    "photos/hidden-queries.ts findHiddenPhoto": "named",
  },
  "hidden_photo of all members; hidden_photo, profile of all members; photo, profile of all members; profile of one member":
    { "bans/photo-queries.ts findBanReason": "office" },
  "hidden_photo of all members; photo of all members": { "moderation/queries/kept-photos.ts listKeptPhotos": "office" },
  "hidden_photo of all members; photo of all members; photo_object of all members": {
    "photos/object-queries.ts listKeptObjects": "sweep",
    "photos/object-queries.ts lockOrphanObjects": "sweep",
  },
  "hidden_photo of all members; photo of all members; photo_object! of all members": {
    "photos/object-queries.ts removePhotoObject": "named",
  },
  "hidden_photo! of all members": { "photos/hidden-queries.ts keepPhotoHidden": "named" },
  "inactivity_warning of all members": { "accounts/queries/inactivity.ts listWarned": "sweep" },
  "inactivity_warning, member, presence, profile of all members": {
    "accounts/queries/inactivity.ts listNextAccounts": "sweep",
  },
  "ledger_entry of all members": {
    "billing/order-queries.ts listOrderEntries": "orders",
    "billing/queries.ts hasLedgerEntry": "orders",
    "billing/return-queries.ts listStrays": "orders",
    "billing/search-queries.ts searchOf": "office",
    "billing/staff-queries.ts findOrderWork": "office",
    "billing/staff-queries.ts listOrderLines": "office",
    "billing/withdrawal-queries.ts listLinesOfOrders": "orders",
  },
  "ledger_entry! of some members": {
    "billing/queries.ts addLedgerEntries": "send",
    "billing/queries.ts chargeMessages": "send",
    "messaging/handlers/send.ts storeBatch": "send",
  },
  "member of all members": {
    "base/members/member-queries.ts findMemberIdByEmail": "lookup",
    "base/mail/incident-queries.ts listMailed": "office",
    "base/members/contact-queries.ts listChangedSecrets": "office",
    "verification/queries.ts findRequestMember": "office",
  },
  "member of all members; member, profile of all members; profile of those in answered_by": {
    "personal-data/data-request-queries.ts listDataRequests": "office",
  },
  "member of all members; profile of all members": { "billing/search-queries.ts findBuyers": "office" },
  "member of those in actor_id": { "billing/staff-queries.ts listOrderEvents": "office" },
  "member, passkey, profile, second_factor, session of all members": { "accounts/queries/team.ts listStaff": "office" },
  "member, personal_export of all members": { "exports/queries.ts lockWaitingExport": "named" },
  "member, profile of all members": {
    "accounts/queries/accounts.ts findFirstAdmin": "office",
    "base/members/member-queries.ts isEmailTaken": "lookup",
    "base/members/standing-queries.ts listStaffAddresses": "office",
    "billing/search-queries.ts searchLatest": "office",
    "billing/staff-queries.ts findStaffOrder": "office",
    "billing/staff-queries.ts listStaffOrders": "office",
    "billing/staff-queries.ts listStaffOrdersById": "office",
    "users/search-queries.ts countFound": "office",
    "users/search-queries.ts idsOf": "office",
  },
  "member, profile of all members; profile of all members": { "users/search-queries.ts idsOf": "office" },
  "member, profile of all members; profile of those in decided_by": {
    "moderation/queries/staff-notices.ts listNotices": "office",
  },
  "member, profile of all members; profile of those in taken_by": {
    "moderation/queries/appeals.ts listAppeals": "office",
  },
  "member, profile of some members": { "base/members/contact-queries.ts listContacts": "office" },
  "member, profile of those in reported_id; member, profile of those in reporter_id; profile of those in reviewed_by": {
    "moderation/queries/staff-cases.ts findCase": "office",
    "moderation/queries/staff-cases.ts listCases": "office",
  },
  "member, profile of those in reporter_id": { "moderation/queries/reports.ts listReports": "office" },
  "member_setting of all members": { "notifications/queries/external.ts listDailyMailRecipients": "sweep" },
  "member_setting, notification! of some members": {
    "notifications/queries/add-notifications.ts addNotifications": "by ids",
  },
  "member_setting, notification!, push_subscription of some members; session of all members": {
    "notifications/queries/add-notifications.ts addNotifications": "named",
  },
  "member_setting, notification, notification!, push_subscription of some members; session of all members": {
    "notifications/queries/add-notifications.ts upsertMessageNotifications": "named",
  },
  "member_setting, presence, profile of all members": { "presence/availability-queries.ts countEligible": "counted" },
  "member_setting, presence, push_subscription of some members; session of all members": {
    "presence/invitation-queries.ts listInvited": "named",
  },
  "member_stream of some members": {
    "base/members/stream-queries.ts listUnreadTotals": "send",
    "base/members/stream-queries.ts lockStreamRows": "send",
    "base/members/stream-queries.ts lockStreams": "send",
    "messaging/handlers/send.ts storeBatch": "send",
  },
  "member_stream! of some members": { "base/members/stream-queries.ts advanceStreams": "send" },
  "member_stream, profile, session of all members": {
    "messaging/queries/stream-states.ts listHeartbeats": "each server",
  },
  "message of all members": {
    "statistics/queries.ts countByDay": "counted",
    "statistics/queries.ts countMessages": "counted",
  },
  "message of all members; reaction of all members": { "messaging/queries/reactions.ts listReactionsToOwn": "copies" },
  "message of one member; message of another": {
    "moderation/queries/evidence.ts keepMessages": "copies",
    "moderation/queries/evidence.ts keepReportedMessages": "copies",
  },
  "message of one member; message of another; reaction of all members": {
    "messaging/queries/exported-messages.ts findMessages": "copies",
    "messaging/queries/exported-messages.ts listExportedMessages": "copies",
  },
  "message of one member; message of those in recipient_id": {
    "moderation/queries/slowing.ts listWarnedPairs": "copies",
  },
  "message of one member; message! of all members": { "messaging/queries/messages.ts markMessagesRead": "copies" },
  "node_member of all members": { "presence/node-queries.ts listNodeMembers": "each server" },
  "node_member of some members": { "presence/node-queries.ts listConnected": "by ids" },
  "node_member! of some members": { "presence/node-queries.ts removeNodeMembers": "by ids" },
  "passkey of all members": {
    "accounts/queries/incidents.ts listNewPasskeys": "counted",
    "accounts/queries/passkeys.ts findPasskey": "lookup",
    "accounts/queries/passkeys.ts lockPasskey": "lookup",
  },
  "passkey! of all members": {
    "accounts/queries/passkeys.ts blockPasskey": "lookup",
    "accounts/queries/passkeys.ts recordPasskeyUse": "lookup",
  },
  "personal_export of all members": { "exports/queries.ts listNamedFiles": "sweep" },
  "personal_export! of all members": {
    "exports/queries.ts beginAttempt": "named",
    "exports/queries.ts changeProgress": "named",
    "exports/queries.ts failExport": "named",
    "exports/queries.ts finishExport": "named",
    "exports/queries.ts removeEndedExports": "sweep",
    "exports/queries.ts removeExportOfFile": "sweep",
  },
  "photo of all members": { "photos/queries.ts findPhoto": "named" },
  "photo! of all members": { "photos/queries.ts orderPhotos": "named", "photos/queries.ts removePhoto": "named" },
  "photo! of some members": { "photos/queries.ts addPhotos": "by ids" },
  "photo_object! of all members": { "photos/object-queries.ts addPhotoObjects": "named" },
  "presence of all members": {
    "discovery/few-queries.ts countPresent": "index",
    "discovery/index-queries.ts readActive": "index",
    "statistics/queries.ts countPresentSince": "counted",
  },
  "presence of some members": { "presence/node-queries.ts lockPresences": "by ids" },
  "presence! of some members": {
    "presence/queries.ts addDepartures": "by ids",
    "presence/queries.ts addPings": "by ids",
    "presence/queries.ts removeDepartures": "by ids",
  },
  "profile of all members": {
    "accounts/queries/team.ts lockStaff": "office",
    "bans/photo-queries.ts removeBannedPhoto": "office",
    "base/members/age-queries.ts listOtherAgeGates": "sweep",
    "base/members/contact-queries.ts countPeople": "counted",
    "base/members/contact-queries.ts listSignUps": "office",
    "base/members/tier-queries.ts lockEndedTiers": "sweep",
    "discovery/index-queries.ts countActive": "index",
    "moderation/queries/appeals.ts countOtherStaff": "office",
    "moderation/queries/measures.ts listEndedSuspensions": "office",
    "moderation/queries/staff.ts findStaffMember": "office",
    "statistics/queries.ts countByDay": "counted",
    "statistics/queries.ts countMembers": "counted",
    "transparency/queries.ts findFirstJoin": "counted",
    "users/search-queries.ts countFound": "office",
    "users/search-queries.ts idsOf": "office",
  },
  "profile of some members": {
    "audit/search-queries.ts countActionsOf": "office",
    "audit/search-queries.ts listPeople": "office",
    "users/search-queries.ts idsOf": "office",
  },
  "profile of those in actor_id": { "operator/queries.ts listSettingChanges": "office" },
  "profile of those in recorded_by": { "transparency/queries.ts listAuthorityRequests": "office" },
  "profile of those in reporter_id": {
    "moderation/queries/hides.ts mayCauseHide": "office",
    "moderation/queries/reports.ts listReporters": "office",
  },
  "profile of those in taken_by": { "moderation/queries/measures.ts listMeasuresForStaff": "office" },
  "profile! of some members": { "base/members/age-queries.ts setAgeGates": "by ids" },
  "profile, profile! of all members": { "base/members/tier-queries.ts rerollShuffleKeys": "sweep" },
  "profile, session of all members": { "accounts/queries/sessions.ts findSession": "lookup" },
  "profile_change of all members": { "discovery/change-queries.ts listChanges": "index" },
  "profile_change! of all members": {
    "discovery/change-queries.ts pruneChanges": "index",
    "discovery/change-queries.ts removeForeignChanges": "index",
  },
  "pruned_stream!, stream_event! of all members; stream_event of all members": {
    "messaging/queries/changes.ts pruneStreamEvents": "sweep",
  },
  "push_subscription of one member; session of all members": {
    "notifications/queries/subscriptions.ts findSubscription": "named",
    "notifications/queries/subscriptions.ts listSubscriptions": "named",
  },
  "push_subscription! of all members": {
    "notifications/queries/subscriptions.ts removeDeadSubscription": "lookup",
    "notifications/queries/subscriptions.ts saveSubscription": "lookup",
  },
  "reaction! of all members": {
    "messaging/queries/reactions.ts removeReaction": "copies",
    "messaging/queries/reactions.ts setReaction": "copies",
  },
  "recovery_code! of some members": { "accounts/queries/factors.ts replaceRecoveryCodes": "by ids" },
  "refused_sign_up, refused_sign_up! of all members": { "accounts/retention-jobs.ts sweepSignUps": "sweep" },
  "session of all members": {
    "accounts/queries/incidents.ts listSignIns": "counted",
    "accounts/queries/incidents.ts listValidSessions": "counted",
    "accounts/queries/sessions.ts findProof": "named",
    "accounts/queries/sessions.ts isSessionGood": "named",
  },
  "session of all members; session! of all members": { "accounts/retention-jobs.ts sweepSessions": "sweep" },
  "session of one member; session! of all members": { "accounts/queries/sessions.ts endOldestSessions": "named" },
  "session! of all members": {
    "accounts/queries/sessions.ts changeSession": "named",
    "accounts/queries/sessions.ts endAllSessions": "named",
    "accounts/queries/sessions.ts endSession": "named",
  },
  "stream_event! of some members": { "messaging/queries/changes.ts addStreamEvents": "by ids" },
  "visit of all members": { "exports/row-queries.ts findHeldRows": "each server" },
  "visit, visit! of all members": { "visits/jobs.ts sweepVisits": "sweep" },
  "known_device, known_device! of all members": { "accounts/retention-jobs.ts sweepKnownDevices": "sweep" },
  "notification of all members; notification! of all members": { "notifications/jobs.ts sweepNotifications": "sweep" },
  "hidden_photo of all members; hidden_photo! of all members": { "photos/jobs.ts sweepHiddenPhotos": "sweep" },
};
