import type { Access, AnyCall } from "@caramelo/contract/call/call";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import { mayStaff, type StaffRole } from "@caramelo/contract/call/staff-permissions";
import { makeMember } from "../people.ts";
import { openBrowserOf } from "../signed-in.ts";
import type { World } from "../world.ts";

export type Role = "baby" | "daddy" | "mommy" | "admin";
type ProfileState = { deactivatedAt?: Date; suspendedAt?: Date; awaitsConfirmation?: true; ageGate?: "entry" };
/** What a call's `names` may declare for a kind of caller. */
type Override = "guest" | "unconfirmed" | "unclaimed" | "suspended" | "unassured" | "staff";

type CallerFacts = {
  role: Role;
  staffRole?: StaffRole;
  /** `none`: they have never signed in. `over`: their browser has a session that no longer counts. */
  session: "none" | "over" | "open";
  state?: ProfileState;
  /** Whether a managed profile of theirs waits for them. */
  isManaged?: true;
  /** Whether they have bought nothing. */
  isPoor?: true;
  /** The outcomes of a call's `names` that apply to them; a later one replaces an earlier one. */
  overrides: readonly Override[];
};

const now = new Date();

/** Every kind of caller. All tests that walk the contract take them from here. */
const CALLER_FACTS = {
  guest: { role: "baby", session: "none", overrides: ["guest"] },
  baby: { role: "baby", session: "open", overrides: [] },
  daddy: { role: "daddy", session: "open", overrides: [] },
  mommy: { role: "mommy", session: "open", overrides: [] },
  "poor daddy": { role: "daddy", session: "open", isPoor: true, overrides: [] },
  unassured: { role: "baby", session: "open", state: { ageGate: "entry" }, overrides: ["unassured"] },
  owner: { role: "admin", staffRole: "owner", session: "open", overrides: ["staff"] },
  moderator: { role: "admin", staffRole: "moderator", session: "open", overrides: ["staff"] },
  // Their member is in order, and another browser of theirs may be signed in.
  ended: { role: "baby", session: "over", overrides: ["guest"] },
  deactivated: { role: "baby", session: "over", state: { deactivatedAt: now }, overrides: ["guest"] },
  suspended: { role: "baby", session: "over", state: { suspendedAt: now }, overrides: ["suspended"] },
  unconfirmed: {
    role: "baby",
    session: "over",
    state: { awaitsConfirmation: true },
    overrides: ["guest", "unconfirmed"],
  },
  unclaimed: { role: "baby", session: "none", isManaged: true, overrides: ["guest", "unclaimed"] },
} as const satisfies Record<string, CallerFacts>;

export type Caller = keyof typeof CALLER_FACTS;
export const callerFacts: Record<Caller, CallerFacts> = CALLER_FACTS;
export const CALLERS = Object.keys(CALLER_FACTS) as Caller[]; // The record has no other keys.

export const isStaff = (caller: Caller): boolean => callerFacts[caller].role === "admin";

// The ledger of a managed profile begins when its person takes it over, as that of others with the confirmation.
const MANAGED = { isManaged: true, awaitsConfirmation: true };

/** Makes the person of a caller, with a browser. */
export async function openCaller(world: World, caller: Caller) {
  const { role, staffRole, session, state, isManaged } = callerFacts[caller];
  const member = await makeMember(world.owner, { role, ...(staffRole && { staffRole }), ...(isManaged && MANAGED) });
  const browser = session === "none" ? world.browser() : await openBrowserOf(world, member.id);
  const profile = world.owner.updateTable("profile").where("memberId", "=", member.id);
  if (state) await profile.set(state).execute();
  if (isManaged) await profile.set({ awaitsConfirmation: false }).execute();
  const sessions = world.owner.updateTable("session").where("memberId", "=", member.id);
  if (session === "over" && !state) await sessions.set({ endedAt: new Date() }).execute();
  return { ...member, browser };
}

type JudgedCall = Pick<AnyCall, "access" | "kind" | "permission" | "isOpenBeforeAge">;

/** The refusal that the declared access of a call gives a caller; undefined when they may make the call. */
export function refusalFor(call: JudgedCall, caller: Caller): ErrorCode | undefined {
  const { staffRole, session, state } = callerFacts[caller];
  const sessionRefusal = (ofGuest: ErrorCode) => {
    if (session === "open") return undefined;
    return session === "none" ? ofGuest : "AUTH_SESSION_EXPIRED";
  };
  const ageRefusal = state?.ageGate && !call.isOpenBeforeAge ? "AGE_ASSURANCE_REQUIRED" : undefined;
  const hasPermission = call.permission !== undefined && mayStaff(staffRole, call.permission);
  const refusals: Record<Access, ErrorCode | undefined> = {
    public: undefined,
    guest: session === "open" ? "PERMISSION_DENIED" : undefined,
    member: sessionRefusal("AUTH_NO_SESSION") ?? ageRefusal,
    admin: sessionRefusal("ADMIN_ONLY") ?? (hasPermission ? undefined : "ADMIN_ONLY"),
  };
  const refusal = refusals[call.access];
  return refusal && call.kind === "stream" ? "NOT_FOUND" : refusal;
}
