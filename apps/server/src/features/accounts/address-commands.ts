import { isEmailTaken } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { normalizeEmail } from "../../platform/delivery/mailbox-rules.ts";
import { isBanned } from "../bans/queries.ts";

type Deps = Pick<Context, "db" | "banKeys">;

/** Whether a mailbox, in whatever spelling, is that of a banned member. */
export function isAddressBanned({ db, banKeys }: Deps, email: string): Promise<boolean> {
  return isBanned(db, "email", banKeys.hash("email", normalizeEmail(email)));
}

/** A banned address is answered like one that has an account: nobody learns from it who was banned. */
export async function isAddressRefused(deps: Deps, email: string): Promise<boolean> {
  return (await isEmailTaken(deps.db, email)) || isAddressBanned(deps, email);
}
