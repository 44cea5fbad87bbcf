import type { ErrorCode } from "./errors.ts";

/** A kind of thing that a call's input may name, by an id or by a secret. */
export type Thing =
  | "member"
  | "photo"
  | "photo link"
  | "notification"
  | "session"
  | "push endpoint"
  | "recovery token"
  | "confirmation token"
  | "claim token"
  | "mail"
  | "order"
  | "withdrawal"
  | "sandbox payment"
  | "pix charge"
  | "verification"
  | "measure"
  | "appeal token"
  | "case"
  | "appeal"
  | "notice"
  | "notice token";

/**
 * To whom a thing belongs: to the caller; to the counterpart, a member they talk with; to a stranger, a member of their
 * own side whom they never met; or it does not exist.
 */
export const RELATIONS = ["own", "counterpart", "stranger", "missing"] as const;
export type Relation = (typeof RELATIONS)[number];

/**
 * The outcome of naming a thing. `nothing`: the call answers as it does for what does not exist, and neither reveals
 * nor changes anything.
 */
export type Verdict = "ok" | "nothing" | ErrorCode;
type Verdicts = Record<Relation, Verdict>;

/** The kind of thing that a call's input names, and the outcome for callers who have access to the call. */
export type Names =
  | "nothing"
  | {
      thing: Thing;
      verdicts: Verdicts;
      /** What is different once the counterpart has blocked the caller. */
      blocked?: Partial<Verdicts>;
      /** What is different for a suspended member, where a call is open to everybody. */
      suspended?: Partial<Verdicts>;
      /** What is different without a session, where a call is open to everybody. */
      guest?: Partial<Verdicts>;
      /** What is different for staff. */
      staff?: Partial<Verdicts>;
      /**
       * Refusals that tell a member from nobody. They are given about those only whom the caller may see anyway, because they
       * share a conversation or may begin one; everybody else looks missing.
       */
      ofVisible?: readonly ErrorCode[];
      /** Afterwards the thing is gone, or belongs to another member. */
      isUsedUp?: true;
    };

export const all = (verdict: Verdict): Verdicts => ({
  own: verdict,
  counterpart: verdict,
  stranger: verdict,
  missing: verdict,
});

/** What staff name is of members: they have nothing of their own, and what is theirs looks missing. */
export const ofMembers = (verdict: Verdict = "ok"): Verdicts => ({
  ...all(verdict),
  own: "NOT_FOUND",
  missing: "NOT_FOUND",
});

/** Things of one relation may be named; the others answer alike. */
export const only = (relation: Relation, otherwise: Verdict): Verdicts => ({ ...all(otherwise), [relation]: "ok" });
