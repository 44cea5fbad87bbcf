import type { Context } from "../../platform/context.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { challengeEnd, PASSKEY_TIMEOUT_MS, relyingPartyOf } from "./passkey-rules.ts";
import { addChallenge, type ChallengePurpose } from "./queries/passkey-challenges.ts";

type Deps = Pick<Context, "db" | "clock">;
type Occasion = { purpose: ChallengePurpose; sessionId: string | null };

/** Makes a challenge, 256 random bits in base64url, and stores its hash, so that one answer to it is taken. */
export async function makeChallenge({ db, clock }: Deps, occasion: Occasion): Promise<string> {
  const challenge = makeToken();
  await addChallenge(db, { ...occasion, hash: hashToken(challenge), expiresAt: challengeEnd(clock.now()) });
  return challenge;
}

type ChallengeRequest = Occasion & {
  origin: string;
  /** The credentials that may answer; any passkey of this site when there are none. */
  credentialIds: readonly Buffer[];
};

/** The options with which a browser has a passkey sign a new challenge. */
export async function challengePasskey(deps: Deps, { origin, credentialIds, ...occasion }: ChallengeRequest) {
  return {
    challenge: await makeChallenge(deps, occasion),
    rpId: relyingPartyOf(origin).id,
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: "required" as const,
    allowCredentials: credentialIds.map(describeCredential),
  };
}

/**
 * The user handle in passkeys. A reader of a password manager must not find the address of a profile there, so it is
 * neither the member's id nor a hash of it that anybody can compute.
 */
export const userHandleOf = ({ sealer }: Pick<Context, "sealer">, memberId: string): string =>
  sealer.hash(memberId, "passkey").toString("base64url");

/** The user handle in passkeys made before there was a key. They stay valid. */
export const unkeyedHandleOf = (memberId: string): string => hashToken(`passkey of ${memberId}`).toString("base64url");

/** A credential as browsers read it. */
export function describeCredential(credentialId: Buffer) {
  return { id: credentialId.toString("base64url"), type: "public-key" as const };
}
