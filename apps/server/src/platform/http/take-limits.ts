import type { AnyCall } from "@caramelo/contract/call/call";
import { type CallLimit, type LimitPolicy, listLimits } from "@caramelo/contract/call/limit-policy";
import { REFUSED_BODY_POINTS } from "@caramelo/contract/call/rate-limits";
import { normalizeEmail } from "../delivery/mailbox-rules.ts";
import type { RateLimit } from "../limits/rate.ts";
import { addressKey, ownerKey, type RateLimits } from "../limits/rate-limit.ts";
import { Failure } from "./failure.ts";
import { isFresh } from "./fresh-factor.ts";

type DeclaredLimit<L> = L extends readonly (infer One)[] ? One : L;
/** The names of a call's limits that have these options. */
type NamesOf<L, Having> = Extract<DeclaredLimit<L>, Having> extends { name: infer N extends string } ? N : never;

/** The limits that a call leaves to its handler. The type contains no other limit. */
export type HandlerLimits<L> = {
  /** Counts the call. Fails with RATE_LIMIT_EXCEEDED when the limit is exhausted. */
  [k in NamesOf<L, { taken: "handler" }>]: { take(): Promise<void> };
} & {
  /**
   * Call it when the call succeeded: the call no longer counts and, for `failures in a row`, no earlier call either.
   */
  [k in NamesOf<L, { counts: "failures" | "failures in a row" }>]: { forgive(): Promise<void> };
} & {
  /** `check` fails with RATE_LIMIT_EXCEEDED when nothing is left; `charge` counts the work or the answers. */
  [k in NamesOf<L, { counts: "seconds" | "kilobytes" }>]: {
    check(): Promise<void>;
    charge(used: number): Promise<void>;
  };
};

type Speaker = { id: string; isAdmin: boolean; sessionId: string; provedAt: Date };

/** The facts of a request that limits are counted by. */
type Attempt = {
  me: Speaker | undefined;
  now: Date;
  address: string;
  /** The secret that the browser keeps. */
  device: string | undefined;
  body: unknown;
  files: readonly string[];
};

/**
 * Counts a call against the limits that it declares, in their order. Fails with RATE_LIMIT_EXCEEDED when one is
 * exhausted. `entry` limits count an upload before its body is read; `valid` limits count a call whose input is valid.
 */
export async function takeLimits(
  policy: LimitPolicy,
  limits: RateLimits,
  attempt: Attempt,
  when: "entry" | "valid" = "valid",
): Promise<void> {
  for (const callLimit of listLimits(policy)) {
    if ((callLimit.taken ?? "valid") === when && !isCharged(callLimit)) await take(callLimit, limits, attempt);
  }
}

/** Counts a member's events over the live connection against the limits of the equivalent call. */
export function takeMemberLimits(policy: LimitPolicy, limits: RateLimits, memberId: string): Promise<void> {
  // A connection has neither an address nor a device here, so the policy must not contain a limit by them.
  if (listLimits(policy).some(({ per }) => per !== "member")) throw new Error("not every limit is by member");
  // A connection has no proof either, and none of these limits is counted by it.
  const me = { id: memberId, isAdmin: false, sessionId: "", provedAt: new Date(0) };
  const now = new Date();
  return takeLimits(policy, limits, { me, now, address: "", device: undefined, body: undefined, files: [] });
}

/**
 * Returns the functions of each limit that is left to the handler, under its name. Limits of the same name are taken
 * together, in order.
 */
export function limitsForHandler(policy: LimitPolicy, limits: RateLimits, attempt: Attempt) {
  const declaredLimits = listLimits(policy).filter(
    ({ taken, counts }) => taken === "handler" || isCharged({ counts }) || counts?.startsWith("failures"),
  );
  const functionsFor = (name: CallLimit["name"]) => {
    const own = declaredLimits.filter((callLimit) => callLimit.name === name && !isFree(callLimit, attempt));
    const forEach =
      (act: (callLimit: CallLimit, used: number) => Promise<void>) =>
      async (usedParts = 0) => {
        for (const callLimit of own) await act(callLimit, usedParts);
      };
    return {
      take: forEach((callLimit) => take(callLimit, limits, attempt)),
      forgive: forEach((callLimit) => forgive(callLimit, limits, attempt)),
      check: forEach((callLimit) => counterOf(callLimit, limits).check(keyOf(callLimit, attempt))),
      charge: forEach((callLimit, usedParts) =>
        counterOf(callLimit, limits).charge(keyOf(callLimit, attempt), usedParts),
      ),
    };
  };
  return Object.fromEntries(declaredLimits.map(({ name }) => [name, functionsFor(name)]));
}

/** Whether a limit counts what a call uses, which is known only when its work is done. */
function isCharged({ counts }: Pick<CallLimit, "counts">): boolean {
  return counts === "seconds" || counts === "kilobytes";
}

function isFree({ per, isStaffFree }: CallLimit, { me }: Attempt): boolean {
  return me ? isStaffFree === true && me.isAdmin : per === "session";
}

const counterOf = ({ name, per }: CallLimit, limits: RateLimits): RateLimit =>
  per === "session" ? limits[name].ofSession : limits[name];

async function take(callLimit: CallLimit, limits: RateLimits, attempt: Attempt): Promise<void> {
  if (isFree(callLimit, attempt)) return;
  const times = callLimit.counts === "files" ? attempt.files.length : 1;
  for (let time = 0; time < times; time += 1) await counterOf(callLimit, limits).take(keyOf(callLimit, attempt));
}

async function forgive(callLimit: CallLimit, limits: RateLimits, attempt: Attempt): Promise<void> {
  const limit = counterOf(callLimit, limits);
  if (callLimit.counts === "failures") await limit.giveBack(keyOf(callLimit, attempt));
  if (callLimit.counts === "failures in a row") await limit.forget(keyOf(callLimit, attempt));
}

function keyOf({ per, apart, isProvenApart }: CallLimit, { me, now, address, device, body }: Attempt): string {
  const household = addressKey(address);
  const email = () => String(Reflect.get(Object(body), "email"));
  const keys: Record<CallLimit["per"], () => string> = {
    // The time of the last proof is part of the key, so that the count restarts with each proof.
    session: () => `${me?.sessionId} ${me?.provedAt.getTime()}`,
    member: () => me?.id ?? household,
    address: () => household,
    owner: () => ownerKey(address),
    caller: () => me?.id ?? household,
    email,
    "email mailbox": () => normalizeEmail(email()),
    "email at address": () => `${email()} ${household}`,
    "email on device": () => `${email()} ${device ?? household}`,
    site: () => "site",
  };
  const isProven = isProvenApart === true && me !== undefined && isFresh(me, now);
  return [apart, isProven ? "proven" : undefined, keys[per]()].filter((part) => part !== undefined).join(" ");
}

/** Takes one from a limit. Returns false when none is left, instead of refusing the call. */
export async function isWithin(brake: { take(): Promise<void> }): Promise<boolean> {
  try {
    await brake.take();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "RATE_LIMIT_EXCEEDED") return false;
    throw error;
  }
}

type Sender = { call: Pick<AnyCall, "access">; me: { sessionId: string } | undefined; address: string };

/**
 * Returns the key under which bodies are counted. Each session of a member has its own count, so that a thief of one
 * session uses up nothing of the owner's. Calls that need no session are counted by address: a copied cookie must not
 * keep its owner from signing in.
 */
const bodyKeyOf = ({ call, me, address }: Sender): string =>
  call.access === "public" || !me ? addressKey(address) : me.sessionId;

/** Counts a body before any of it is read. Fails with RATE_LIMIT_EXCEEDED when the sender has sent too many. */
export function takeBody({ bodies }: RateLimits, sender: Sender): Promise<void> {
  return bodies.take(bodyKeyOf(sender));
}

/** Counts the extra cost of a refused body over an accepted one. */
export function chargeRefusedBody({ bodies }: RateLimits, sender: Sender): Promise<void> {
  return bodies.charge(bodyKeyOf(sender), REFUSED_BODY_POINTS - 1);
}
