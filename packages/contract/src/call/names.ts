import type { ErrorCode } from "./errors.ts";

/** A kind of thing that a call's input may name, by id or secret. */
export type Thing =
  | "member"
  | "photo"
  | "photo link"
  | "notification"
  | "session"
  | "passkey"
  | "push endpoint"
  | "recovery token"
  | "sign-in alert token"
  | "confirmation token"
  | "claim token"
  | "mail"
  | "order"
  | "withdrawal"
  | "sandbox payment"
  | "pix charge"
  | "verification"
  | "export"
  | "measure"
  | "appeal token"
  | "case"
  | "appeal"
  | "notice"
  | "notice token"
  | "data request"
  | "data request token"
  | "message";

/**
 * The owner of a thing. `own`: the caller. `counterpart`: a member in a conversation with the caller. `stranger`: a
 * member whom the caller never met, on their own side unless they are staff. `missing`: the thing does not exist.
 */
export const RELATIONS = ["own", "counterpart", "stranger", "missing"] as const;
export type Relation = (typeof RELATIONS)[number];

/**
 * The outcome of naming a thing. `nothing`: the call answers as for a missing thing, and neither reveals nor changes
 * anything.
 */
export type Verdict = "ok" | "nothing" | ErrorCode;
type Verdicts = Record<Relation, Verdict>;

/** The kind of thing that a call's input names, and the outcomes for callers with access to the call. */
export type Names =
  | "nothing"
  | {
      thing: Thing;
      verdicts: Verdicts;
      /** The outcomes that change after a block between the two. */
      blocked?: Partial<Verdicts>;
      /** The outcomes that change for a suspended member, in public calls. */
      suspended?: Partial<Verdicts>;
      /** The outcomes that change without a session, in public calls. */
      guest?: Partial<Verdicts>;
      /** The outcomes that change for a person with an unconfirmed address, in public calls. */
      unconfirmed?: Partial<Verdicts>;
      /** The outcomes that change for the person of a managed profile, in public calls. */
      unclaimed?: Partial<Verdicts>;
      /** The outcomes that change before the caller's age is assured, in calls allowed then. */
      unassured?: Partial<Verdicts>;
      /** The outcomes that change for staff. */
      staff?: Partial<Verdicts>;
      /**
       * Refusals that reveal that a member exists. Given only about members visible to the caller anyway, because they
       * share a conversation or may start one; all others look missing.
       */
      ofVisible?: readonly ErrorCode[];
      /** Whether the call consumes the thing: afterwards it is gone, or belongs to another member. */
      isUsedUp?: true;
      /**
       * Other fields that name a member's thing, each with the outcomes by owner. The call's main field then names the
       * counterpart's thing.
       */
      beside?: Record<string, { thing: Thing; verdicts: Verdicts }>;
    };

export const all = (verdict: Verdict): Verdicts => ({
  own: verdict,
  counterpart: verdict,
  stranger: verdict,
  missing: verdict,
});

/** For calls in which staff name things of members. A thing of the staff, such as their own account, looks missing. */
export const ofMembers = (verdict: Verdict = "ok"): Verdicts => ({
  ...all(verdict),
  own: "NOT_FOUND",
  missing: "NOT_FOUND",
});

/** Only things of one relation may be named; all others have the outcome `otherwise`. */
export const only = (relation: Relation, otherwise: Verdict): Verdicts => ({ ...all(otherwise), [relation]: "ok" });
