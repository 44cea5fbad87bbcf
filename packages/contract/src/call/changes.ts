/**
 * What open browsers show and may have to request again. `self`: a member's own account, profile, photos and settings.
 * `people`: other members whom they see.
 */
export type Changed = "self" | "people";

/** What a successful call changes, and whose open browsers learn of it. */
export type Changes =
  | "none"
  | {
      /** The server publishes this change to all browsers of the caller. */
      caller?: Changed;
      /** The handler publishes this change after its commit, because only the handler knows whom it concerns. */
      named?: Changed;
      /** Live events with their own content, which the handler publishes after its commit. */
      events?: readonly ("change" | "notifications" | "match")[];
    };
