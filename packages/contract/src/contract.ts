import { entrance } from "./accounts/entrance.ts";
import { managedAccounts } from "./accounts/managed.ts";
import { ownAccount } from "./accounts/own.ts";
import { passkeys } from "./accounts/passkeys.ts";
import { recovery } from "./accounts/recovery.ts";
import { secondFactor } from "./accounts/second-factor.ts";
import { staffAccounts } from "./accounts/team.ts";
import { audit } from "./audit/calls.ts";
import { billing as memberBilling } from "./billing/calls.ts";
import { staffBilling } from "./billing/staff.ts";
import type { AnyCall } from "./call/call.ts";
import { cities } from "./cities/calls.ts";
import { discovery } from "./discovery/calls.ts";
import { favorites } from "./favorites/calls.ts";
import { mail } from "./mail/calls.ts";
import { memberSettingCalls } from "./member-settings/calls.ts";
import { messaging } from "./messaging/calls.ts";
import { memberModeration } from "./moderation/calls.ts";
import { notices } from "./moderation/notices.ts";
import { staffModeration } from "./moderation/staff.ts";
import { notifications } from "./notifications/calls.ts";
import { officeMembers } from "./office-members/calls.ts";
import { operator } from "./operator/calls.ts";
import { consents } from "./personal-data/consents.ts";
import { dataRequests } from "./personal-data/data-requests.ts";
import { erasure } from "./personal-data/erasure.ts";
import { personalExports } from "./personal-data/exports.ts";
import { photos as memberPhotos } from "./photos/calls.ts";
import { staffPhotos } from "./photos/staff.ts";
import { pix } from "./pix/calls.ts";
import { presence } from "./presence/calls.ts";
import { profiles } from "./profiles/calls.ts";
import { safety } from "./safety/calls.ts";
import { sandbox } from "./sandbox/calls.ts";
import { statistics } from "./statistics/calls.ts";
import { transparency } from "./transparency/calls.ts";
import { memberVerification } from "./verification/calls.ts";
import { staffVerification } from "./verification/staff.ts";
import { visits } from "./visits/calls.ts";

const accounts = {
  ...entrance,
  ...recovery,
  ...ownAccount,
  ...passkeys,
  ...secondFactor,
  ...staffAccounts,
  ...managedAccounts,
};
const moderation = { ...memberModeration, ...staffModeration, ...notices };
const billing = { ...memberBilling, ...staffBilling };
const verification = { ...memberVerification, ...staffVerification };
const personalData = { ...consents, ...dataRequests };
const photos = { ...memberPhotos, ...staffPhotos };

/**
 * Every call of the product. The server registers exactly these, and the browser's client derives its types from them.
 */
export const contract = {
  accounts,
  audit,
  billing,
  cities,
  discovery,
  exports: personalExports,
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
  memberSettings: memberSettingCalls,
  statistics,
  transparency,
  officeMembers,
  verification,
  visits,
};
export type Contract = typeof contract;

/** Every call, by its name, such as "billing.order". */
export const listCalls = (
  groups: Record<string, Record<string, AnyCall>> = contract,
): [name: string, call: AnyCall][] =>
  Object.entries(groups).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([name, call]): [string, AnyCall] => [`${feature}.${name}`, call]),
  );
