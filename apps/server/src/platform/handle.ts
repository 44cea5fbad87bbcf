import type { AnyCall } from "@caramelo/contract/call/call";
import type { Context } from "./context.ts";
import type { HandlerOf } from "./http/handlers-of.ts";

/** A handler typed by its call: `handle(contract.accounts.signIn, async ({ body, db }) => …)`. */
export function handle<C extends AnyCall>(_call: C, handler: HandlerOf<C, Context>): HandlerOf<C, Context> {
  return handler;
}
