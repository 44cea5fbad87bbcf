import type { InputOf } from "@caramelo/contract/call/call";
import type { contract } from "@caramelo/contract/contract";
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import type { Context } from "../../platform/context.ts";
import { hashToken } from "../../platform/secrets/tokens.ts";
import { userHandleOf } from "./challenge-passkey.ts";
import { hasStorableSize, PASSKEY_ALGORITHMS, relyingPartyOf } from "./passkey-rules.ts";
import { type ChallengeUse, takeChallenge } from "./queries/passkey-challenges.ts";
import { findPasskey } from "./queries/passkeys.ts";

type NewPasskey = InputOf<typeof contract.accounts.addPasskey>["body"]["passkey"];
type SignedChallenge = InputOf<typeof contract.accounts.signInByPasskey>["body"]["passkey"];

type Deps = Pick<Context, "db" | "clock" | "log">;

/** The occasion on which a challenge is answered. `origin`: that of the site's pages. */
type Occasion = Omit<ChallengeUse, "hash"> & { origin: string };

type Refusal = "answer" | "attestation" | "challenge" | "copied" | "blocked" | "owner" | "passkey" | "size";

/**
 * Logs why an answer is refused, because the person is not told. Of an error of the library only the name is logged,
 * because its message quotes what the sender wrote.
 */
export function refusePasskey({ log }: Pick<Deps, "log">, reason: Refusal, error?: unknown): undefined {
  log.warn({ reason, ...(error instanceof Error && { error: error.name }) }, "refused a passkey");
  return undefined;
}

/**
 * Uses up the challenge that an answer names, whether or not the rest of the answer is right. Returns the challenge;
 * undefined when it cannot be answered.
 */
async function takeChallengeOf(deps: Deps, clientDataJson: string, { purpose, sessionId }: Occasion) {
  const challenge = readChallenge(clientDataJson);
  if (challenge === undefined) return refusePasskey(deps, "answer");
  const isOpen = await takeChallenge(deps.db, { hash: hashToken(challenge), purpose, sessionId }, deps.clock.now());
  return isOpen ? challenge : refusePasskey(deps, "challenge");
}

function readChallenge(clientDataJson: string): string | undefined {
  try {
    // The sender may have written anything, such as null.
    const { challenge } = Object(decodeClientDataJSON(clientDataJson)) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The credential that a browser has made for a challenge of this session; undefined when the answer is refused. */
export async function checkNewPasskey(deps: Deps, passkey: NewPasskey, occasion: Occasion) {
  const { id, clientDataJson: clientDataJSON, attestationObject } = passkey;
  const expectedChallenge = await takeChallengeOf(deps, clientDataJSON, occasion);
  if (expectedChallenge === undefined) return undefined;
  const { origin: expectedOrigin, id: expectedRPID } = relyingPartyOf(occasion.origin);
  const response = { clientDataJSON, attestationObject };
  try {
    if (!isAnonymous(attestationObject)) return refusePasskey(deps, "attestation");
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!registrationInfo) return refusePasskey(deps, "answer");
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const bytes = { credentialId: Buffer.from(credentialId, "base64url"), publicKey: Buffer.from(publicKey) };
    return hasStorableSize(bytes) ? { ...bytes, counter } : refusePasskey(deps, "size");
  } catch (err) {
    return refusePasskey(deps, "answer", err);
  }
}

/**
 * Whether a new passkey says nothing about the device that made it, as we ask for. Certificates of devices are refused,
 * because to check them the library would load addresses that stand in them.
 */
function isAnonymous(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && !attestation.get("attStmt").get("x5c"));
}

/** A passkey whose signature is right. `counter`: how often it has signed, as it says itself. */
export type CheckedPasskey = { id: string; memberId: string; counter: number };

/**
 * The passkey that has signed a challenge of ours on this site for the member whom it names; undefined when the answer
 * is refused. Its counter is judged by `usePasskey`.
 */
export async function checkPasskey(
  deps: Deps,
  signed: SignedChallenge,
  occasion: Occasion,
): Promise<CheckedPasskey | undefined> {
  const expectedChallenge = await takeChallengeOf(deps, signed.clientDataJson, occasion);
  if (expectedChallenge === undefined) return undefined;
  const passkey = await findPasskey(deps.db, Buffer.from(signed.id, "base64url"));
  if (!passkey) return refusePasskey(deps, "passkey");
  const { id, memberId, publicKey } = passkey;
  if (!isOfMember(signed, memberId, occasion)) return refusePasskey(deps, "owner");
  const { origin: expectedOrigin, id: expectedRPID } = relyingPartyOf(occasion.origin);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answerOf(signed),
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The library judges the counter before the signature. With 0 it never does, so that nobody without the key can
      // make us block it.
      credential: { id: signed.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? { id, memberId, counter: authenticationInfo.newCounter } : refusePasskey(deps, "answer");
  } catch (err) {
    return refusePasskey(deps, "answer", err);
  }
}

/** Browsers may leave out whose passkey it is when we have named the passkeys that may answer, as for a proof. */
function isOfMember({ userHandle }: SignedChallenge, memberId: string, { purpose }: Occasion): boolean {
  if (userHandle === null) return purpose === "proof";
  return userHandle === userHandleOf(memberId);
}

function answerOf({ id, clientDataJson, authenticatorData, signature }: SignedChallenge): AuthenticationResponseJSON {
  const response = { clientDataJSON: clientDataJson, authenticatorData, signature };
  return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
}
