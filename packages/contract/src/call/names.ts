import type { ErrorCode } from "./errors.ts";

/** A kind of thing that a call's input may name, by an id or by a secret. */
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
 * Whose a thing is. `own`: the caller's. `counterpart`: that of a member with whom the caller talks. `stranger`: that
 * of a member whom the caller never met, on their own side unless they are staff. `missing`: the thing does not exist.
 */
export const RELATIONS = ["own", "counterpart", "stranger", "missing"] as const;
export type Relation = (typeof RELATIONS)[number];

/**
 * The outcome of naming a thing. `nothing` means that the call answers as for something that does not exist, and
 * neither reveals nor changes anything.
 */
export type Verdict = "ok" | "nothing" | ErrorCode;
type Verdicts = Record<Relation, Verdict>;

/** The kind of thing that a call's input names, and the outcome for callers who have access to the call. */
export type Names =
  | "nothing"
  | {
      thing: Thing;
      verdicts: Verdicts;
      /** The outcomes that change once one of the two has blocked the other. */
      blocked?: Partial<Verdicts>;
      /** The outcomes that change for a suspended member, in calls that are open to everybody. */
      suspended?: Partial<Verdicts>;
      /** The outcomes that change without a session, in calls that are open to everybody. */
      guest?: Partial<Verdicts>;
      /** The outcomes that change for somebody who has not confirmed their address, in calls that are open to everybody. */
      unconfirmed?: Partial<Verdicts>;
      /** The outcomes that change for the person of a managed profile, in calls that are open to everybody. */
      unclaimed?: Partial<Verdicts>;
      /** The outcomes that change before the caller's age is assured, in calls that are open then. */
      unassured?: Partial<Verdicts>;
      /** The outcomes that change for staff. */
      staff?: Partial<Verdicts>;
      /**
       * Refusals that reveal that a member exists. They are given only about members whom the caller may see anyway,
       * because they share a conversation or may begin one; all other members look missing.
       */
      ofVisible?: readonly ErrorCode[];
      /** Whether the call uses the thing up: afterwards it is gone, or belongs to another member. */
      isUsedUp?: true;
      /**
       * The other fields that name something of a member, each with the outcomes by whose it is. The call then names the
       * counterpart's thing by its main field.
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
