import type { Contract } from "@caramelo/contract/contract";
import * as claims from "../features/accounts/handlers/claims.ts";
import * as confirmations from "../features/accounts/handlers/confirmations.ts";
import * as devices from "../features/accounts/handlers/devices.ts";
import * as managed from "../features/accounts/handlers/managed.ts";
import { endMemberSessions, openFrozenMember, resetMemberFactor } from "../features/accounts/handlers/member-access.ts";
import { changeEmail, changePassword, deactivate } from "../features/accounts/handlers/own-account.ts";
import * as passkeySignIns from "../features/accounts/handlers/passkey-sign-in.ts";
import * as passkeys from "../features/accounts/handlers/passkeys.ts";
import * as proofs from "../features/accounts/handlers/proofs.ts";
import * as recovery from "../features/accounts/handlers/recovery.ts";
import * as secondFactor from "../features/accounts/handlers/second-factor.ts";
import * as signIns from "../features/accounts/handlers/sign-in.ts";
import * as signInAlerts from "../features/accounts/handlers/sign-in-alerts.ts";
import * as signUps from "../features/accounts/handlers/sign-up.ts";
import * as team from "../features/accounts/handlers/team.ts";
import * as teamInvitations from "../features/accounts/handlers/team-invitations.ts";
import * as audit from "../features/audit/handlers.ts";
import * as orders from "../features/billing/handlers/orders.ts";
import * as staffBilling from "../features/billing/handlers/staff.ts";
import * as withdrawals from "../features/billing/handlers/withdrawals.ts";
import * as cities from "../features/cities/handlers.ts";
import * as discovery from "../features/discovery/handlers.ts";
import * as erasure from "../features/erasure/handlers.ts";
import * as exports from "../features/exports/handlers.ts";
import * as favoriteLists from "../features/favorites/handlers/lists.ts";
import * as favoriteChanges from "../features/favorites/handlers/toggle.ts";
import * as mail from "../features/mail/handlers.ts";
import * as memberSettings from "../features/member-settings/handlers.ts";
import * as marks from "../features/messaging/handlers/mark-and-clear.ts";
import * as reactions from "../features/messaging/handlers/react.ts";
import * as messageReads from "../features/messaging/handlers/reads.ts";
import { send } from "../features/messaging/handlers/send.ts";
import * as appeals from "../features/moderation/handlers/appeals.ts";
import * as notices from "../features/moderation/handlers/notices.ts";
import * as reports from "../features/moderation/handlers/reports.ts";
import * as staffAppeals from "../features/moderation/handlers/staff-appeals.ts";
import * as staffCaseDecisions from "../features/moderation/handlers/staff-case-decisions.ts";
import * as staffCases from "../features/moderation/handlers/staff-cases.ts";
import * as staffMeasures from "../features/moderation/handlers/staff-measures.ts";
import * as staffNoticeDecisions from "../features/moderation/handlers/staff-notice-decisions.ts";
import * as staffNotices from "../features/moderation/handlers/staff-notices.ts";
import * as notifications from "../features/notifications/handlers.ts";
import { ban } from "../features/office-members/handlers/ban.ts";
import * as userEdits from "../features/office-members/handlers/edit.ts";
import * as userLists from "../features/office-members/handlers/lists.ts";
import * as userSwitches from "../features/office-members/handlers/switches.ts";
import * as operatorProviders from "../features/operator/handlers/providers.ts";
import * as operatorSettings from "../features/operator/handlers/site-settings.ts";
import * as consents from "../features/personal-data/handlers/consents.ts";
import * as dataRequests from "../features/personal-data/handlers/data-requests.ts";
import * as staffDataRequests from "../features/personal-data/handlers/staff.ts";
import * as gallery from "../features/photos/handlers/gallery.ts";
import * as photoReads from "../features/photos/handlers/read.ts";
import * as staffPhotos from "../features/photos/handlers/staff.ts";
import * as pix from "../features/pix/handlers.ts";
import * as presence from "../features/presence/handlers.ts";
import * as ownProfile from "../features/profiles/handlers/own.ts";
import * as profileReads from "../features/profiles/handlers/read.ts";
import * as safety from "../features/safety/handlers.ts";
import * as sandbox from "../features/sandbox/handlers.ts";
import * as statistics from "../features/statistics/handlers.ts";
import * as transparency from "../features/transparency/handlers.ts";
import * as ownVerification from "../features/verification/handlers/own.ts";
import * as staffVerification from "../features/verification/handlers/staff.ts";
import * as staffReview from "../features/verification/handlers/staff-review.ts";
import * as visits from "../features/visits/handlers.ts";
import type { Context } from "../platform/context.ts";
import type { HandlersOf } from "../platform/http/handlers-of.ts";

const billing = { ...orders, ...staffBilling, ...withdrawals };
const favorites = { ...favoriteLists, ...favoriteChanges };
const messaging = { send, ...marks, ...messageReads, ...reactions };
const operator = { ...operatorProviders, ...operatorSettings };
const personalData = { ...consents, ...dataRequests, ...staffDataRequests };
const photos = { ...gallery, ...photoReads, ...staffPhotos };
const profiles = { ...ownProfile, ...profileReads };
const officeMembers = { ...userEdits, ...userLists, ...userSwitches };
const verification = { ...ownVerification, ...staffVerification, ...staffReview };
const accounts = {
  changeEmail,
  changePassword,
  deactivate,
  ...claims,
  ...confirmations,
  ...devices,
  ...managed,
  ...passkeys,
  ...passkeySignIns,
  ...proofs,
  resetMemberFactor,
  endMemberSessions,
  openFrozenMember,
  ...recovery,
  ...secondFactor,
  ...signInAlerts,
  ...signIns,
  ...signUps,
  ...team,
  ...teamInvitations,
};
const moderation = {
  ...appeals,
  ...notices,
  ...reports,
  ...staffAppeals,
  ...staffCaseDecisions,
  ...staffCases,
  ...staffMeasures,
  ...staffNoticeDecisions,
  ...staffNotices,
  ban,
};

/** The handler of each call of the contract, from the files that answer calls. A missing handler does not compile. */
export const handlers: HandlersOf<Contract, Context> = {
  accounts,
  audit,
  billing,
  cities,
  discovery,
  exports,
  erasure,
  favorites,
  mail,
  messaging,
  moderation,
  notifications,
  operator,
  personalData,
  photos,
  pix,
  presence,
  profiles,
  safety,
  sandbox,
  memberSettings,
  statistics,
  transparency,
  officeMembers,
  verification,
  visits,
};
