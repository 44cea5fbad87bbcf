import { accounts } from "./accounts.ts";
import { cities } from "./cities.ts";
import { discovery } from "./discovery.ts";
import { favorites } from "./favorites.ts";
import { messaging } from "./messaging.ts";
import { photos } from "./photos.ts";
import { presence } from "./presence.ts";
import { profiles } from "./profiles.ts";

/** Every call of the product. The server registers from here alone; the browser's client is typed by it. */
export const contract = { accounts, cities, discovery, favorites, messaging, photos, presence, profiles };
export type Contract = typeof contract;
