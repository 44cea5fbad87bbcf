import { createHash } from "node:crypto";
import { ORDER_COOKIE } from "@caramelo/contract/call/first-answers";
import { fromSaved, readFilter, readTab, toQuestion, type ViewerRole } from "@caramelo/contract/discovery/address";
import type { DiscoveryFilter } from "@caramelo/contract/discovery/filter";
import { SEED_MAX } from "@caramelo/contract/limits";

/** A page that is opened again within this time shows the same profiles. */
const SAME_SEED_MS = 30 * 60_000;
/** The first calls of the screens whose calls do not depend on the address. */
const CALLS_OF_SCREENS: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ["favoritos", ["/api/favorites"]],
  ["visitas", ["/api/visits"]],
  ["configuracoes", ["/api/settings"]],
  ["destaque", ["/api/profile"]],
  ["checkout", ["/api/offers"]],
  ["fichas", ["/api/offers", "/api/statement"]],
  ["compras", ["/api/orders"]],
  ["verificacao", ["/api/verification"]],
  ["medidas", ["/api/measures"]],
]);
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The member for whom the page is made. */
type Viewer = {
  id: string;
  role: ViewerRole;
  isNewcomer: boolean;
  discoveryFilter: DiscoveryFilter | null;
  /** Null for members, who may open no screen of the office. */
  staff: object | null;
};
type Question = { path: string; search: string; seed: number };

const withQuery = (path: string, query: object) => `${path}?${new URLSearchParams({ ...query })}`;

/**
 * Returns the addresses of the calls with which a member's screen begins, as its browser would make them. They are
 * calls like any others: each is checked, counted and limited by itself.
 */
export function listFirstCalls({ path, search, seed }: Question, viewer: Viewer): string[] {
  return ["/api/notifications", ...callsOf(path, new URLSearchParams(search), seed, viewer)];
}

function callsOf(
  path: string,
  params: URLSearchParams,
  seed: number,
  { id, role, isNewcomer, discoveryFilter, staff }: Viewer,
): readonly string[] {
  const [screen, subject] = path.split("/");
  if (screen === "busca") {
    const filter = readFilter(params, role) ?? fromSaved(discoveryFilter, role);
    const list = withQuery("/api/discovery", { ...toQuestion(readTab(params), filter), seed });
    // The search shows newcomers a hint about their own profile.
    return [list, withQuery("/api/discovery/count", filter), ...(isNewcomer ? ["/api/profile"] : [])];
  }
  if (screen === "mensagens") return ["/api/conversations", ...chatCalls(params.get("userId") ?? params.get("id"))];
  if (screen === "perfil") return subject === undefined || subject === id ? ["/api/profile"] : profileCalls(subject);
  // Only payers are offered plans.
  if (screen === "premium") return role === "baby" ? [] : ["/api/offers", "/api/profile"];
  if (screen === "admin") return staff ? officeCalls(path, params) : [];
  if (path === "configuracoes/dados") return ["/api/account/consents"];
  return CALLS_OF_SCREENS.get(screen) ?? [];
}

/**
 * Every screen of the office shows the pending work. A list with a filter in its address is requested by its own screen
 * instead.
 */
function officeCalls(path: string, params: URLSearchParams): string[] {
  const isWholeList = path === "admin/usuarios" && params.size === 0;
  return ["/api/admin/dashboard", ...(isWholeList ? ["/api/admin/members", "/api/admin/members/count"] : [])];
}

const isId = (id: string | null): id is string => UUID.test(id ?? "");

function chatCalls(idText: string | null): string[] {
  const id = idText?.toLowerCase() ?? null;
  return isId(id) ? [`/api/conversations/${id}`, `/api/conversations/${id}/messages`] : [];
}

function profileCalls(idText: string): string[] {
  const id = idText.toLowerCase();
  return isId(id) ? [`/api/profiles/${id}`] : [];
}

const ORDER = new RegExp(`(?:^|;) *${ORDER_COOKIE}=(\\d{1,10})(?: *;|$)`);

/** Reads from the cookies the seed of the browser's last search; undefined when they contain none. */
export function seedOfVisit(cookies = ""): number | undefined {
  const seed = Number(ORDER.exec(cookies)?.[1]);
  return seed <= SEED_MAX ? seed : undefined;
}

/**
 * Returns the seed of the search for the first page of a visit. It stays the same for half an hour of one session, so
 * that opening a page again does not show other profiles, whose number per day is limited.
 */
export function seedOfPage(sessionToken: string, now: Date): number {
  const half = Math.floor(now.getTime() / SAME_SEED_MS);
  const chance = createHash("sha256").update(`${half} ${sessionToken}`).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(chance * (SEED_MAX + 1));
}
