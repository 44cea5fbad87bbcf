import { storeOrder } from "~/platform/order-cookie.ts";
import { readSession } from "~/platform/session.ts";
import { seedOf } from "../rules.ts";
import { type Place, type Places, readPlaces, VISIT_MS, withPlace } from "./visit-rules.ts";

// The session storage ends with the tab and is emptied at the end of a session (platform/device-traces.ts).
const keyOf = (memberId: string) => `visita:${memberId}:busca`;

function findPlaces(memberId: string): Places {
  try {
    return readPlaces(sessionStorage.getItem(keyOf(memberId)), Date.now());
  } catch {
    return {};
  }
}

/** How the member left this list; undefined after 30 minutes. */
export const findPlace = (memberId: string, question: string): Place | undefined => findPlaces(memberId)[question];

/**
 * Stores how the member leaves this list. At the end of a session the storage is emptied before the list closes, so
 * nothing is stored then.
 */
export function storePlace(memberId: string, question: string, place: Omit<Place, "leftAt">): void {
  if (readSession().user?.id !== memberId) return;
  keepOrder(memberId, place.seed);
  const places = withPlace(findPlaces(memberId), question, { ...place, leftAt: Date.now() });
  try {
    sessionStorage.setItem(keyOf(memberId), JSON.stringify(places));
  } catch {
    // Without storage a visit lasts as long as the screen is open.
  }
}

/**
 * Stores the order of the shown list for one visit, so that the next page of the search in this browser has the same
 * profiles: others would count towards the day's profile allowance.
 */
export function keepOrder(memberId: string, seed: number): void {
  if (readSession().user?.id === memberId) storeOrder(seed, VISIT_MS / 1_000);
}

/** Gives this list a new order, starting at its top. */
export const startAnew = (memberId: string, question: string): void =>
  storePlace(memberId, question, { seed: seedOf(Math.random()), top: 0, count: 0 });
