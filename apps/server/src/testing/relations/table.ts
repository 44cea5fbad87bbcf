import type { ErrorCode } from "@caramelo/contract/errors";
import { uuidv7 } from "../../platform/ids.ts";
import { PASSWORD } from "../people.ts";
import type { Caller, Cast, Relation } from "./cast.ts";

/**
 * What naming something comes to. `nothing`: the call answers as it does for what does not exist, and neither tells nor
 * changes anything.
 */
export type Verdict = "ok" | "nothing" | ErrorCode;
type Verdicts = Record<Relation, Verdict>;

export type Row = {
  ask: (cast: Cast, relation: Relation) => Promise<Response>;
  /** For members who are let in; then what is different for some. */
  members: Verdicts;
  blocked?: Partial<Verdicts>;
  suspended?: Partial<Verdicts>;
  admin?: Partial<Verdicts>;
  /** What other calls would be tried on is gone or changed hands: a cast for this one alone. */
  usesUp?: true;
};

type Body = object | undefined;
function send(cast: Cast, method: string, path: string, body?: Body): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return cast.browser.raw(`/api${path}`, { method, ...(body && { headers, body: JSON.stringify(body) }) });
}

const all = (verdict: Verdict): Verdicts => ({
  own: verdict,
  counterpart: verdict,
  stranger: verdict,
  missing: verdict,
});
const only = (relation: Relation, otherwise: Verdict): Verdicts => ({ ...all(otherwise), [relation]: "ok" });
const NOBODY = all("NOT_FOUND");
const keys = { p256dh: `${"p".repeat(86)}A`, auth: "a".repeat(22) };

/** Calls that name a member by the path. */
const ofMember = (method: string, pathOf: (id: string) => string, body?: () => Body): Row["ask"] => {
  return (cast, relation) => send(cast, method, pathOf(cast.things[relation].id), body?.());
};
const talk = (method: string, rest: string, body?: () => Body) =>
  ofMember(method, (id) => `/conversations/${id}${rest}`, body);

/** Every call that names something of somebody's. One that is missing here fails a test. */
export const RELATION_TABLE: Record<string, Row> = {
  "profiles.read": {
    ask: ofMember("GET", (id) => `/profiles/${id}`),
    members: { own: "ok", counterpart: "ok", stranger: "NOT_FOUND", missing: "NOT_FOUND" },
    blocked: { counterpart: "NOT_FOUND" },
    // Members are all open to the team, and the team to nobody.
    admin: { own: "NOT_FOUND", stranger: "ok" },
  },
  "photos.read": {
    ask: (cast, relation) => {
      const { photoLink } = cast.things[relation];
      // Who was given no link could only make one up, with the signature of another.
      const forged = photoLink.replace(/s=.*/, cast.things.counterpart.photoLink.replace(/.*(?=s=)/, ""));
      return cast.browser.raw(relation === "stranger" ? forged : photoLink || cast.things.missing.photoLink);
    },
    members: { own: "ok", counterpart: "ok", stranger: "NOT_FOUND", missing: "NOT_FOUND" },
    blocked: { counterpart: "NOT_FOUND" },
    admin: { own: "NOT_FOUND" },
  },
  "photos.remove": {
    usesUp: true,
    ask: (cast, relation) => send(cast, "DELETE", `/profile/photos/${photoIdOf(cast, relation)}`),
    members: only("own", "NOT_FOUND"),
    admin: { own: "NOT_FOUND" },
  },
  "photos.setMain": {
    ask: (cast, relation) => send(cast, "PUT", `/profile/photos/${photoIdOf(cast, relation)}/main`),
    members: only("own", "NOT_FOUND"),
    admin: { own: "NOT_FOUND" },
  },
  "photos.arrange": {
    ask: (cast, relation) => {
      const { photoIds } = cast.things[relation];
      const ids = photoIds.length > 0 ? photoIds : cast.things.missing.photoIds;
      return send(cast, "PUT", "/profile/photos", { ids: [...ids].reverse() });
    },
    members: only("own", "PHOTOS_CHANGED"),
    admin: { own: "PHOTOS_CHANGED" },
  },
  "favorites.add": {
    ask: ofMember("PUT", (id) => `/favorites/${id}`),
    members: only("counterpart", "NOT_FOUND"),
    blocked: { counterpart: "NOT_FOUND" },
    admin: { counterpart: "NOT_FOUND" },
  },
  "favorites.remove": { ask: ofMember("DELETE", (id) => `/favorites/${id}`), members: all("nothing") },
  "messaging.room": { ask: talk("GET", ""), members: only("counterpart", "NOT_FOUND"), admin: NOBODY },
  "messaging.history": { ask: talk("GET", "/messages"), members: only("counterpart", "NOT_FOUND"), admin: NOBODY },
  "messaging.send": {
    ask: talk("POST", "/messages", () => ({ clientId: uuidv7(new Date()), text: "oi" })),
    members: only("counterpart", "NOT_FOUND"),
    blocked: { counterpart: "PEER_UNAVAILABLE" },
    admin: NOBODY,
  },
  "messaging.markRead": {
    ask: talk("PUT", "/read", () => ({ upTo: 1 })),
    members: only("counterpart", "NOT_FOUND"),
    admin: NOBODY,
  },
  "messaging.clear": {
    ask: talk("DELETE", "", () => ({ upTo: 1 })),
    members: only("counterpart", "NOT_FOUND"),
    admin: NOBODY,
  },
  "notifications.dismiss": {
    usesUp: true,
    ask: (cast, relation) => send(cast, "DELETE", `/notifications/${cast.noteIds[relation]}`),
    members: only("own", "NOT_FOUND"),
    admin: { own: "NOT_FOUND" },
  },
  "notifications.subscribe": {
    usesUp: true,
    // The address of a browser is known to that browser alone: whoever holds it is there now.
    ask: (cast, relation) =>
      send(cast, "PUT", "/push/subscription", { endpoint: cast.things[relation].endpoint, keys }),
    members: all("ok"),
  },
  "notifications.unsubscribe": {
    ask: (cast, relation) => send(cast, "DELETE", "/push/subscription", { endpoint: cast.things[relation].endpoint }),
    members: all("nothing"),
  },
  "presence.list": {
    ask: ofMember("GET", (id) => `/presence?ids=${id}`),
    members: only("counterpart", "nothing"),
    blocked: { counterpart: "nothing" },
    admin: all("nothing"),
  },
  "safety.report": {
    ask: (cast, relation) =>
      send(cast, "POST", "/reports", { memberId: cast.things[relation].id, reason: "Perfil falso" }),
    // Who was written to may tell of it, blocked since or not.
    members: only("counterpart", "NOT_FOUND"),
    admin: NOBODY,
  },
  "safety.block": {
    usesUp: true,
    ask: ofMember("PUT", (id) => `/blocks/${id}`),
    members: only("counterpart", "NOT_FOUND"),
    admin: NOBODY,
  },
  "safety.unblock": { ask: ofMember("DELETE", (id) => `/blocks/${id}`), members: all("nothing") },
  "accounts.endDevice": {
    usesUp: true,
    ask: (cast, relation) => send(cast, "DELETE", `/account/devices/${cast.things[relation].sessionId}`),
    members: only("own", "NOT_FOUND"),
  },
  "accounts.checkRecovery": {
    ask: (cast, relation) => send(cast, "POST", "/recovery/check", { token: recoveryTokenOf(cast, relation) }),
    members: only("own", "RESET_LINK_INVALID"),
    suspended: { own: "RESET_LINK_INVALID" },
  },
  "accounts.resetPassword": {
    usesUp: true,
    ask: (cast, relation) => {
      const password = `${PASSWORD} novo`;
      const token = recoveryTokenOf(cast, relation);
      return send(cast, "POST", "/recovery/password", { token, password, passwordConfirmation: password });
    },
    members: only("own", "RESET_LINK_INVALID"),
    suspended: { own: "RESET_LINK_INVALID" },
  },
  "accounts.confirmEmail": {
    usesUp: true,
    ask: (cast, relation) => send(cast, "POST", "/confirmations", { token: confirmationTokenOf(cast, relation) }),
    members: only("own", "CONFIRMATION_LINK_INVALID"),
    suspended: { own: "CONFIRMATION_LINK_INVALID" },
  },
  "mail.read": {
    ask: (cast, relation) => send(cast, "GET", `/admin/mails/${cast.things[relation].mailId}`),
    members: all("ADMIN_ONLY"),
    admin: { own: "ok", counterpart: "ok", stranger: "ok", missing: "NOT_FOUND" },
  },
};

/** A tail of the gallery, so that the main photo would change. */
function photoIdOf({ things }: Cast, relation: Relation): string {
  return things[relation].photoIds.at(-1) ?? things.missing.photoIds[0] ?? "";
}

/** Who was mailed no link has nothing but what links look like, or one that opens something else. */
function recoveryTokenOf({ things }: Cast, relation: Relation): string {
  const { recoveryToken, confirmationToken } = things[relation];
  return relation === "own" ? recoveryToken : confirmationToken;
}

function confirmationTokenOf({ things }: Cast, relation: Relation): string {
  const { recoveryToken, confirmationToken } = things[relation];
  return relation === "own" ? confirmationToken : recoveryToken;
}

const DIFFERENT = ["blocked", "suspended", "admin"] as const;

/** What a row says of one caller who is let in. */
export function verdictsFor(row: Row, caller: Caller): Verdicts {
  const kind = DIFFERENT.find((one) => one === caller);
  return { ...row.members, ...(kind && row[kind]) };
}
