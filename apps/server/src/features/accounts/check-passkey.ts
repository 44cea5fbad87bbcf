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
import { unkeyedHandleOf, userHandleOf } from "./challenge-passkey.ts";
import { hasStorableSize, PASSKEY_ALGORITHMS, relyingPartyOf } from "./passkey-rules.ts";
import { type ChallengeUse, isChallengeOpen, takeChallenge } from "./queries/passkey-challenges.ts";
import { findPasskey } from "./queries/passkeys.ts";

type NewPasskey = InputOf<typeof contract.accounts.addPasskey>["body"]["passkey"];
type SignedChallenge = InputOf<typeof contract.accounts.signInByPasskey>["body"]["passkey"];

type Deps = Pick<Context, "db" | "clock" | "log" | "sealer">;

/** The occasion on which a challenge is answered. `origin`: that of the site's pages. */
type Occasion = Omit<ChallengeUse, "hash"> & { origin: string };

type Refusal = "answer" | "attestation" | "challenge" | "copied" | "blocked" | "off" | "owner" | "passkey" | "size";

/**
 * Logs why an answer is refused, because the person does not learn it. Errors of the library are logged by name only,
 * because their messages quote the sender's input.
 */
export function refusePasskey({ log }: Pick<Deps, "log">, reason: Refusal, error?: unknown): undefined {
  log.warn({ reason, ...(error instanceof Error && { error: error.name }) }, "refused a passkey");
  return undefined;
}

/** Common to every right answer: the challenge, which the caller must use up by `takeChallenge`. */
type Answered = { challenge: ChallengeUse };

/**
 * Checks an answer to a challenge by `check`. A wrong answer uses the challenge up; after a right one the caller's
 * transaction does, so that the handler can be retried when the database aborts it.
 */
async function checkAnswer<T extends object>(
  deps: Deps,
  clientDataJson: string,
  { purpose, sessionId }: Occasion,
  check: (challenge: string) => Promise<T | undefined>,
): Promise<(T & Answered) | undefined> {
  const text = readChallenge(clientDataJson);
  if (text === undefined) return refusePasskey(deps, "answer");
  const [challenge, now] = [{ hash: hashToken(text), purpose, sessionId }, deps.clock.now()];
  const isOpen = await isChallengeOpen(deps.db, challenge, now);
  const checkedPasskey = isOpen ? await check(text) : refusePasskey(deps, "challenge");
  if (checkedPasskey) return { ...checkedPasskey, challenge };
  await takeChallenge(deps.db, challenge, now);
  return undefined;
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
export function checkNewPasskey(deps: Deps, passkey: NewPasskey, occasion: Occasion) {
  return checkAnswer(deps, passkey.clientDataJson, occasion, (challenge) =>
    verifyNewPasskey(deps, passkey, occasion, challenge),
  );
}

async function verifyNewPasskey(deps: Deps, passkey: NewPasskey, occasion: Occasion, expectedChallenge: string) {
  const { id, clientDataJson: clientDataJSON, attestationObject } = passkey;
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
 * Whether a new passkey carries no attestation of its device, as we request. Device certificates are refused, because
 * to check them the library would load URLs that they contain.
 */
function isAnonymous(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && !attestation.get("attStmt").get("x5c"));
}

/** A passkey whose signature is right. `counter`: how often it has signed, as it says itself. */
type SignedPasskey = { id: string; memberId: string; createdAt: Date; counter: number };
export type CheckedPasskey = SignedPasskey & Answered;

/**
 * Returns the passkey that signed one of our challenges on this site for the member it names; undefined when the answer
 * is refused. `usePasskey` judges its counter and uses the challenge up.
 */
export function checkPasskey(
  deps: Deps,
  signedChallenge: SignedChallenge,
  occasion: Occasion,
): Promise<CheckedPasskey | undefined> {
  return checkAnswer(deps, signedChallenge.clientDataJson, occasion, (challenge) =>
    verifyPasskey(deps, signedChallenge, occasion, challenge),
  );
}

async function verifyPasskey(
  deps: Deps,
  signedChallenge: SignedChallenge,
  occasion: Occasion,
  expectedChallenge: string,
): Promise<SignedPasskey | undefined> {
  const passkey = await findPasskey(deps.db, Buffer.from(signedChallenge.id, "base64url"));
  if (!passkey) return refusePasskey(deps, "passkey");
  const { id, memberId, publicKey, createdAt } = passkey;
  if (!isOfMember(deps, signedChallenge, memberId, occasion)) return refusePasskey(deps, "owner");
  const { origin: expectedOrigin, id: expectedRPID } = relyingPartyOf(occasion.origin);
  try {
    const { verified: isVerified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answerOf(signedChallenge),
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The library judges the counter before the signature. With 0 it never does, so that only the key's holder can
      // make us block it.
      credential: { id: signedChallenge.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return isVerified
      ? { id, memberId, createdAt, counter: authenticationInfo.newCounter }
      : refusePasskey(deps, "answer");
  } catch (err) {
    return refusePasskey(deps, "answer", err);
  }
}

/** Browsers may leave out whose passkey it is when we listed the passkeys that may answer, as for a proof. */
function isOfMember(deps: Deps, { userHandle }: SignedChallenge, memberId: string, { purpose }: Occasion): boolean {
  if (userHandle === null) return purpose === "proof";
  return userHandle === userHandleOf(deps, memberId) || userHandle === unkeyedHandleOf(memberId);
}

function answerOf({ id, clientDataJson, authenticatorData, signature }: SignedChallenge): AuthenticationResponseJSON {
  const response = { clientDataJSON: clientDataJson, authenticatorData, signature };
  return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
}
