import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { presentAccount } from "../present-account.ts";
import { getAccount } from "../queries/accounts.ts";
import { closeSession } from "../session-check.ts";

export const session = handle(contract.accounts.session, async ({ me, exchange, ...context }) => {
  if (me) return { user: presentAccount(await getAccount(context.db, me.id), me, context), hasExpired: false };
  // The cache is cleared because the next person at a shared phone must not find what the session showed.
  if (exchange.hadSession) exchange.clearCache();
  // Without the cookie, the next request does not report `hasExpired` again.
  if (exchange.hadSession && !exchange.hasJustEnded) exchange.clearSession();
  return { user: null, hasExpired: exchange.hadSession };
});

export const signOut = handle(contract.accounts.signOut, async ({ me, exchange, db, clock, live }) => {
  await closeSession({ db, clock }, exchange.sessionToken);
  if (me) live.endSession(me.sessionId);
  exchange.clearSession();
  return {};
});
