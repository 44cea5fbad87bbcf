import type { Contract } from "@caramelo/contract/contract";
import { checkClaim, claim } from "../features/accounts/handlers/claims.ts";
import { confirmEmail, resendConfirmation } from "../features/accounts/handlers/confirmations.ts";
import { devices, endAllDevices, endDevice } from "../features/accounts/handlers/devices.ts";
import { createManaged, drawPerson, drawPhoto, inviteToClaim } from "../features/accounts/handlers/managed.ts";
import { changeEmail, changePassword, deactivate } from "../features/accounts/handlers/own-account.ts";
import { checkRecovery, requestRecovery, resetPassword } from "../features/accounts/handlers/recovery.ts";
import { session, signIn, signOut } from "../features/accounts/handlers/sessions.ts";
import { checkPassword, signUp } from "../features/accounts/handlers/sign-up.ts";
import * as staffFactor from "../features/accounts/handlers/staff-factor.ts";
import * as team from "../features/accounts/handlers/team.ts";
import * as audit from "../features/audit/handlers.ts";
import { checkPayment, makeOrder, offers, order, orders } from "../features/billing/handlers/orders.ts";
import {
  grantCourtesy,
  ordersCsv,
  revenue,
  staffOrder,
  staffOrders,
  staffRefund,
} from "../features/billing/handlers/staff.ts";
import { statement } from "../features/billing/handlers/statement.ts";
import { decideWithdrawal, staffWithdrawals, withdraw } from "../features/billing/handlers/withdrawals.ts";
import * as cities from "../features/cities/handlers.ts";
import * as discovery from "../features/discovery/handlers.ts";
import { admirers, list as listFavorites } from "../features/favorites/handlers/lists.ts";
import { add as addFavorite, remove as removeFavorite } from "../features/favorites/handlers/toggle.ts";
import * as mail from "../features/mail/handlers.ts";
import { clear, markRead } from "../features/messaging/handlers/mark-and-clear.ts";
import { react } from "../features/messaging/handlers/react.ts";
import { changes, chat, conversations, history } from "../features/messaging/handlers/reads.ts";
import { send } from "../features/messaging/handlers/send.ts";
import { appeal, appealByToken, measures, readMeasure } from "../features/moderation/handlers/appeals.ts";
import { confirmNotice, sendNotice } from "../features/moderation/handlers/notices.ts";
import { report } from "../features/moderation/handlers/reports.ts";
import { decideAppeal, staffAppeals } from "../features/moderation/handlers/staff-appeals.ts";
import {
  closeCase,
  liftSlowing,
  restoreHidden,
  staffCase,
  staffCases,
} from "../features/moderation/handlers/staff-cases.ts";
import { ban, hidePhoto, reinstate, suspend, warn } from "../features/moderation/handlers/staff-measures.ts";
import { decideNotice } from "../features/moderation/handlers/staff-notice-decisions.ts";
import { staffNotices } from "../features/moderation/handlers/staff-notices.ts";
import { dismiss, dismissAll, list as listNotifications } from "../features/notifications/handlers/bell.ts";
import { pushKey, subscribe, unsubscribe } from "../features/notifications/handlers/push.ts";
import * as operator from "../features/operator/handlers.ts";
import {
  add as addToGallery,
  arrange,
  remove as removeFromGallery,
  setMain,
} from "../features/photos/handlers/gallery.ts";
import { read as readPhoto } from "../features/photos/handlers/read.ts";
import { staffRemovePhoto, staffSetMainPhoto } from "../features/photos/handlers/staff.ts";
import * as pix from "../features/pix/handlers.ts";
import * as presence from "../features/presence/handlers.ts";
import { change as changeProfile, leaveWildcardCity, mine } from "../features/profiles/handlers/own.ts";
import { read as readProfile } from "../features/profiles/handlers/read.ts";
import * as safety from "../features/safety/handlers.ts";
import * as sandbox from "../features/sandbox/handlers.ts";
import * as settings from "../features/settings/handlers.ts";
import * as statistics from "../features/statistics/handlers.ts";
import { staffEditUser } from "../features/users/handlers/edit.ts";
import { staffUser, staffUserCount, staffUsers } from "../features/users/handlers/lists.ts";
import { staffActivate, staffPremium, staffVerify, staffWildcard } from "../features/users/handlers/switches.ts";
import { mine as ownVerification, request } from "../features/verification/handlers/own.ts";
import { document, staffList, staffQueue, staffRequest } from "../features/verification/handlers/staff.ts";
import { approve, reject, revoke } from "../features/verification/handlers/staff-review.ts";
import * as visits from "../features/visits/handlers.ts";
import type { Context } from "../platform/context.ts";
import type { HandlersOf } from "../platform/http/serve-contract.ts";

const accounts = {
  ...{ signUp, signIn, session, signOut },
  ...{ requestRecovery, checkPassword, checkRecovery, resetPassword, confirmEmail, resendConfirmation },
  ...{ changeEmail, changePassword, devices, endAllDevices, endDevice, deactivate },
  ...staffFactor,
  ...team,
  ...{ drawPerson, drawPhoto, createManaged, inviteToClaim, checkClaim, claim },
};

/** The handler of each call of the contract. A missing one does not compile. */
export const handlers: HandlersOf<Contract, Context> = {
  accounts,
  audit,
  billing: {
    ...{ offers, makeOrder, order, checkPayment, orders, withdraw, statement },
    ...{ staffOrders, staffOrder, staffRefund, staffWithdrawals, decideWithdrawal, grantCourtesy, revenue, ordersCsv },
  },
  cities,
  discovery,
  favorites: { add: addFavorite, remove: removeFavorite, list: listFavorites, admirers },
  mail,
  messaging: { conversations, chat, history, send, react, markRead, clear, changes },
  moderation: {
    report,
    ...{ measures, appeal, readMeasure, appealByToken, staffAppeals, decideAppeal },
    ...{ staffCases, staffCase, closeCase, restoreHidden, liftSlowing, warn, hidePhoto, suspend, ban, reinstate },
    ...{ sendNotice, confirmNotice, staffNotices, decideNotice },
  },
  notifications: { list: listNotifications, dismiss, dismissAll, pushKey, subscribe, unsubscribe },
  operator,
  photos: {
    ...{ add: addToGallery, remove: removeFromGallery, setMain, arrange, read: readPhoto },
    ...{ staffRemovePhoto, staffSetMainPhoto },
  },
  pix,
  presence,
  profiles: {
    ...{ mine, change: changeProfile, leaveWildcardCity, read: readProfile },
  },
  safety,
  sandbox,
  settings,
  statistics,
  users: {
    ...{ staffUsers, staffUserCount, staffUser, staffEditUser },
    ...{ staffVerify, staffPremium, staffActivate, staffWildcard },
  },
  verification: {
    ...{ mine: ownVerification, request, staffList, staffQueue, staffRequest, document },
    ...{ approve, reject, revoke },
  },
  visits,
};
