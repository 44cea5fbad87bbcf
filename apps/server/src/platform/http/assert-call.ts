import type { AnyCall } from "@caramelo/contract/call/call";
import { listLimits } from "@caramelo/contract/call/limit-policy";
import { staffPermissions } from "@caramelo/contract/call/staff-permissions";
import * as z from "zod";
import { assertStrict } from "./strict.ts";

// The server refuses to start with any other access, so that no call is open by accident.
const ACCESS = new Set<string>(["public", "guest", "member", "admin"]);

/** Throws when a call does not declare everything that every call must declare. */
export function assertCall(call: AnyCall, where: string): void {
  if (!ACCESS.has(call.access)) throw new Error(`no access policy: ${where}`);
  if (call.access === "admin" && !Object.hasOwn(staffPermissions, call.permission ?? ""))
    throw new Error(`no permission: ${where}`);
  assertLimits(call, where);
  if (call.changes !== "none" && typeof call.changes !== "object")
    throw new Error(`no declaration of changes: ${where}`);
  for (const part of ["params", "query", "body"] as const) if (call[part]) assertStrict(call[part], `${where}.${part}`);
}

/** Throws when a call declares no limits, or a limit that cannot be applied to it. */
function assertLimits({ kind, limit: policy, access, body }: AnyCall, where: string): void {
  if (typeof policy !== "object" || policy === null || listLimits(policy).length === 0)
    throw new Error(`no limit: ${where}`);
  if (listLimits(policy).every(({ per }) => per === "session"))
    throw new Error(`only a limit by session, of which a member may have many: ${where}`);
  for (const { per, taken } of listLimits(policy)) {
    if (taken === "entry" && (kind !== "upload" || per.startsWith("email")))
      throw new Error(`a limit on entry, where nothing is known before the body: ${where}`);
    const isMembers = access === "member" || access === "admin";
    if (per === "member" && !isMembers) throw new Error(`a limit by member, where there may be none: ${where}`);
    const hasEmail = body instanceof z.ZodObject && "email" in body.shape;
    if (per.startsWith("email") && !hasEmail) throw new Error(`a limit by e-mail, and none in the body: ${where}`);
  }
}
