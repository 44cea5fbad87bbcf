import type { Contract } from "@caramelo/contract/contract";
import { session, signIn, signOut } from "./features/accounts/handlers/sessions.ts";
import { signUp } from "./features/accounts/handlers/sign-up.ts";
import * as cities from "./features/cities/handlers.ts";
import * as discovery from "./features/discovery/handlers.ts";
import * as favorites from "./features/favorites/handlers.ts";
import { clear, markRead } from "./features/messaging/handlers/marks.ts";
import { changes, conversations, history, room } from "./features/messaging/handlers/reads.ts";
import { send } from "./features/messaging/handlers/send.ts";
import * as photos from "./features/photos/handlers.ts";
import * as presence from "./features/presence/handlers.ts";
import * as profiles from "./features/profiles/handlers.ts";
import type { Context } from "./platform/context.ts";
import type { HandlersOf } from "./platform/http/serve-contract.ts";

/** Who answers each call of the contract; a missing one does not compile. */
export const handlers: HandlersOf<Contract, Context> = {
  accounts: { signUp, signIn, session, signOut },
  cities,
  discovery,
  favorites,
  messaging: { conversations, room, history, send, markRead, clear, changes },
  photos,
  presence,
  profiles,
};
