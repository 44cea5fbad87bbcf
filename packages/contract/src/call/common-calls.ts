import { office, ordinary, perAddress } from "./limit-policy.ts";

// What several calls declare alike. A declaration begins with one of these, and what it says itself comes after.

/** Every call has a limit, so each may be refused by it. */
const errors = ["RATE_LIMIT_EXCEEDED"] as const;

/** A call of the office without a limit of its own, whose answer no browser keeps. */
export const officeCall = { access: "admin", limit: office, offline: "no" } as const;

/** One that names nothing and changes nothing that an open browser shows. */
export const quietOfficeCall = { ...officeCall, changes: "none", names: "nothing", errors } as const;

/** The same of a member; many have a limit of their own, or an answer that the browser keeps. */
export const quietMemberCall = {
  access: "member",
  limit: ordinary,
  changes: "none",
  offline: "no",
  names: "nothing",
  errors,
} as const;

/** The same for anybody, with a session or without. */
export const quietOpenCall = { access: "public", changes: "none", offline: "no", names: "nothing", errors } as const;

/** A change of the caller's own profile, which they may make before their age is assured. */
export const ownChangeCall = {
  access: "member",
  isOpenBeforeAge: true,
  limit: ordinary,
  changes: { caller: "self" },
  offline: "no",
} as const;

/** What whoever has a mailed link may do by it. */
export const linkCall = {
  method: "POST",
  access: "public",
  limit: perAddress("links"),
  changes: "none",
  offline: "no",
} as const;

/** What is refused of the files of an upload, besides their being too few. */
export const fileErrors = [
  "PHOTOS_TOO_MANY",
  "FILE_TOO_LARGE",
  "FILE_INVALID_TYPE",
  "FILE_TOO_COMPLEX",
  "PHOTO_TOO_SMALL",
] as const;
