import { contract } from "@caramelo/contract/contract";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { handle } from "../../../platform/handle.ts";
import { takePendingWelcome } from "../queries/pending-welcomes.ts";

export const takeWelcome = handle(contract.accounts.takeWelcome, async ({ me, db }) => {
  const standing = await findStanding(db, me.id);
  return { isFirst: await takePendingWelcome(db, me.id), isVisible: standing?.isActive === true };
});
