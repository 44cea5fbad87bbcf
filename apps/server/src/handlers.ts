import type { Contract } from "@caramelo/contract/contract";
import { session, signIn, signOut } from "./features/accounts/handlers/sessions.ts";
import { signUp } from "./features/accounts/handlers/sign-up.ts";
import { search } from "./features/cities/handlers.ts";
import { read } from "./features/photos/handlers.ts";
import type { Context } from "./platform/context.ts";
import type { HandlersOf } from "./platform/http/serve-contract.ts";

/** Who answers each call of the contract; a missing one does not compile. */
export const handlers: HandlersOf<Contract, Context> = {
  accounts: { signUp, signIn, session, signOut },
  cities: { search },
  photos: { read },
};
