import { accounts } from "./accounts.ts";
import { cities } from "./cities.ts";
import { photos } from "./photos.ts";

/** Every call of the product. The server registers from here alone; the browser's client is typed by it. */
export const contract = { accounts, cities, photos };
export type Contract = typeof contract;
