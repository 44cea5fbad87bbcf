import { contract } from "@caramelo/contract/contract";
import { lockMember } from "../../../base/members/member-queries.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { admitMember, isClosed, refuseClosed } from "../admit-member.ts";
import { challengePasskey } from "../challenge-passkey.ts";
import { checkPasskey } from "../check-passkey.ts";
import { openFrozenAccount } from "../frozen-account.ts";
import { findAccount } from "../queries/accounts.ts";
import { takeChallenge } from "../queries/passkey-challenges.ts";
import { judgeSignIn } from "../rules.ts";
import { usePasskey } from "../use-passkey.ts";
import { isTrusted } from "../way-rules.ts";

/** Names no credential, so that the answer does not reveal who has a passkey. */
export const beginPasskeySignIn = handle(contract.accounts.beginPasskeySignIn, async ({ exchange, db, clock }) =>
  challengePasskey({ db, clock }, { purpose: "sign-in", sessionId: null, origin: exchange.origin, credentialIds: [] }),
);

export const signInByPasskey = handle(
  contract.accounts.signInByPasskey,
  async ({ body, me, exchange, limits, ...context }) => {
    await limits.signInAddress.take();
    const occasion = { purpose: "sign-in" as const, sessionId: null, origin: exchange.origin };
    const checkedPasskey = await checkPasskey(context, body.passkey, occasion);
    if (!checkedPasskey) fail("AUTH_PASSKEY_REFUSED");
    const member = (await findAccount(context.db, checkedPasskey.memberId)) ?? fail("AUTH_PASSKEY_REFUSED");
    // A key added long before the freeze belongs to the account's person, so it unfreezes the account.
    const opens = member.frozenAt !== null && isTrusted(checkedPasskey.createdAt, member.frozenAt);
    const verdict = judgeSignIn(opens ? { ...member, frozenAt: null } : member, context.clock.now());
    if (isClosed(verdict)) await takeChallenge(context.db, checkedPasskey.challenge, context.clock.now());
    if (verdict === "erased") fail("AUTH_PASSKEY_REFUSED");
    refuseClosed(verdict);
    const answer = await admitMember(
      context,
      { me, exchange },
      {
        member,
        verdict,
        isRemembered: body.remember,
        // The device has asked for a fingerprint, a face or a PIN, so the passkey is two factors by itself.
        hasFactor: true,
        details: { hasCode: false, hasPasskey: true },
        takeProof: async (trx) => {
          const email = (await lockMember(trx, member.id))?.email ?? fail("AUTH_PASSKEY_REFUSED");
          const since = await usePasskey({ ...context, db: trx }, checkedPasskey, member);
          if (!since) return undefined;
          const account = { memberId: member.id, email };
          if (opens) await openFrozenAccount({ ...context, db: trx }, account, context.clock.now());
          return { by: "key", since };
        },
      },
    );
    if (!answer) fail("AUTH_PASSKEY_REFUSED");
    await limits.signInAddress.forgive();
    return answer;
  },
);
