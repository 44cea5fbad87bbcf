import { isEmailTaken } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { normalizeEmail } from "../../platform/delivery/mailbox-rules.ts";
import { isBanned } from "../bans/queries.ts";

type Deps = Pick<Context, "db" | "banKeys">;

/** Whether a mailbox, in whatever spelling, is that of a banned member. */
export function isAddressBanned({ db, banKeys }: Deps, email: string): Promise<boolean> {
  return isBanned(db, "email", banKeys.hash("email", normalizeEmail(email)));
}

/** Whether an address cannot be used. A banned address looks like a taken one, so that nobody learns who was banned. */
export async function isAddressRefused(deps: Deps, email: string): Promise<boolean> {
  return (await isEmailTaken(deps.db, email)) || isAddressBanned(deps, email);
}
