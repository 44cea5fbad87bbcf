import { entrance } from "./accounts-entrance.ts";
import { managedAccounts } from "./accounts-managed.ts";
import { ownAccount } from "./accounts-own.ts";
import { recovery } from "./accounts-recovery.ts";
import { teamAccounts } from "./accounts-team.ts";
import { audit } from "./audit.ts";
import { billing as memberBilling } from "./billing.ts";
import { staffBilling } from "./billing-staff.ts";
import { cities } from "./cities.ts";
import { discovery } from "./discovery.ts";
import { favorites } from "./favorites.ts";
import { mail } from "./mail.ts";
import { messaging } from "./messaging.ts";
import { memberModeration } from "./moderation.ts";
import { notices } from "./moderation-notices.ts";
import { staffModeration } from "./moderation-staff.ts";
import { notifications } from "./notifications.ts";
import { operator } from "./operator.ts";
import { photos as memberPhotos } from "./photos.ts";
import { staffPhotos } from "./photos-staff.ts";
import { pix } from "./pix.ts";
import { presence } from "./presence.ts";
import { profiles as memberProfiles } from "./profiles.ts";
import { staffProfiles } from "./profiles-staff.ts";
import { safety } from "./safety.ts";
import { sandbox } from "./sandbox.ts";
import { settings } from "./settings.ts";
import { statistics } from "./statistics.ts";
import { verification } from "./verification.ts";
import { visits } from "./visits.ts";

const accounts = { ...entrance, ...recovery, ...ownAccount, ...teamAccounts, ...managedAccounts };
const moderation = { ...memberModeration, ...staffModeration, ...notices };
const billing = { ...memberBilling, ...staffBilling };
const photos = { ...memberPhotos, ...staffPhotos };
const profiles = { ...memberProfiles, ...staffProfiles };

/** Every call of the product. The server registers from here alone; the browser's client is typed by it. */
export const contract = {
  accounts,
  audit,
  billing,
  cities,
  discovery,
  favorites,
  mail,
  messaging,
  moderation,
  notifications,
  operator,
  photos,
  pix,
  presence,
  profiles,
  safety,
  sandbox,
  settings,
  statistics,
  verification,
  visits,
};
export type Contract = typeof contract;
