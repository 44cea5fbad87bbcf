import * as z from "zod";
import { office, ordinary, perAddress } from "./limit-policy.ts";

// Fields shared by several calls. A declaration spreads one of these objects and adds its own fields.

/** Every call has a limit, so every call may be refused by one. */
const errors = ["RATE_LIMIT_EXCEEDED"] as const;

/** An office call without a special limit, whose answer no browser stores. */
export const officeCall = { access: "admin", limit: office, offline: "no" } as const;

/** An office call that names nothing and changes nothing visible in open browsers. */
export const quietOfficeCall = { ...officeCall, changes: "none", names: "nothing", errors } as const;

/** A members' call that names nothing and changes nothing visible in browsers. Many calls override some fields. */
export const quietMemberCall = {
  access: "member",
  limit: ordinary,
  changes: "none",
  offline: "no",
  names: "nothing",
  errors,
} as const;

/** A public call, with or without a session, that names nothing and changes nothing visible in browsers. */
export const quietOpenCall = { access: "public", changes: "none", offline: "no", names: "nothing", errors } as const;

/** A change of the caller's own data, such as profile or settings, allowed before their age is assured. */
export const ownChangeCall = {
  access: "member",
  isOpenBeforeAge: true,
  limit: ordinary,
  changes: { caller: "self" },
  offline: "no",
} as const;

/** A call that needs only the secret of a mailed link. */
export const linkCall = {
  method: "POST",
  access: "public",
  limit: perAddress("links"),
  changes: "none",
  offline: "no",
} as const;

/** Why the files of an upload may be refused, except for being too few. */
export const fileErrors = [
  "PHOTOS_TOO_MANY",
  "FILE_TOO_LARGE",
  "FILE_INVALID_TYPE",
  "FILE_INCOMPLETE",
  "FILE_TOO_COMPLEX",
  "PHOTO_TOO_SMALL",
  "PHOTO_TOO_LARGE",
] as const;

/** The `next` of the previous page. Opaque. */
export const before = z.string().max(80).optional();
