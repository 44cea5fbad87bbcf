import { entrance } from "./accounts-entrance.ts";
import { ownAccount } from "./accounts-own.ts";
import { recovery } from "./accounts-recovery.ts";
import { billing as memberBilling } from "./billing.ts";
import { staffBilling } from "./billing-staff.ts";
import { cities } from "./cities.ts";
import { discovery } from "./discovery.ts";
import { favorites } from "./favorites.ts";
import { mail } from "./mail.ts";
import { messaging } from "./messaging.ts";
import { notifications } from "./notifications.ts";
import { photos } from "./photos.ts";
import { pix } from "./pix.ts";
import { presence } from "./presence.ts";
import { profiles } from "./profiles.ts";
import { safety } from "./safety.ts";
import { sandbox } from "./sandbox.ts";
import { settings } from "./settings.ts";
import { visits } from "./visits.ts";

const accounts = { ...entrance, ...recovery, ...ownAccount };
const billing = { ...memberBilling, ...staffBilling };

/** Every call of the product. The server registers from here alone; the browser's client is typed by it. */
export const contract = {
  accounts,
  billing,
  cities,
  discovery,
  favorites,
  mail,
  messaging,
  notifications,
  photos,
  pix,
  presence,
  profiles,
  safety,
  sandbox,
  settings,
  visits,
};
export type Contract = typeof contract;
