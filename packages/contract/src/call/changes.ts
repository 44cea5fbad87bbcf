/** What open browsers show and may have to ask for again: a member's own account, profile, photos and settings; or people they see. */
export type Changed = "self" | "people";

/** What a call changes once it has succeeded, and to whose open browsers it is published. */
export type Changes =
  | "none"
  | {
      /** The server publishes it to all browsers of the caller. */
      caller?: Changed;
      /** The handler publishes it after its commit, because only the handler knows for which members something changed. */
      named?: Changed;
      /** Live events with contents of their own, which the handler publishes after its commit. */
      events?: readonly ("change" | "notifications" | "match")[];
    };
