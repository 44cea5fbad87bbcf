import * as z from "zod";
import { office, ordinary, perAddress } from "./limit-policy.ts";

// The fields that several calls have in common. A declaration spreads one of these objects and adds its own fields.

/** Every call has a limit, so every call may be refused by one. */
const errors = ["RATE_LIMIT_EXCEEDED"] as const;

/** A call of the office without a limit of its own, whose answer no browser keeps. */
export const officeCall = { access: "admin", limit: office, offline: "no" } as const;

/** A call of the office that names nothing and changes nothing that an open browser shows. */
export const quietOfficeCall = { ...officeCall, changes: "none", names: "nothing", errors } as const;

/** A call of members that names nothing and changes nothing that a browser shows. Many calls replace some fields. */
export const quietMemberCall = {
  access: "member",
  limit: ordinary,
  changes: "none",
  offline: "no",
  names: "nothing",
  errors,
} as const;

/** A call for anybody, with or without a session, that names nothing and changes nothing that a browser shows. */
export const quietOpenCall = { access: "public", changes: "none", offline: "no", names: "nothing", errors } as const;

/** A change of what is the caller's own, such as profile or settings, which is open before their age is assured. */
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

/** Why the files of an upload may be refused, apart from being too few. */
export const fileErrors = [
  "PHOTOS_TOO_MANY",
  "FILE_TOO_LARGE",
  "FILE_INVALID_TYPE",
  "FILE_INCOMPLETE",
  "FILE_TOO_COMPLEX",
  "PHOTO_TOO_SMALL",
  "PHOTO_TOO_LARGE",
] as const;

/** The `next` of the previous page. Its content is opaque. */
export const before = z.string().max(80).optional();
