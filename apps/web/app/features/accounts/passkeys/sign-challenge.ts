import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

type CreationOptions = AnswerOf<Contract["accounts"]["beginPasskey"]>;
type RequestOptions = AnswerOf<Contract["accounts"]["beginPasskeySignIn"]>;

/** Creates a passkey in the browser. Throws an Error with the browser's error name when the person declines. */
export async function makePasskey(options: CreationOptions) {
  const { id, response } = await startRegistration({ optionsJSON: options });
  return { id, clientDataJson: response.clientDataJSON, attestationObject: response.attestationObject };
}

/**
 * Signs a challenge with a passkey. With `isSuggested` the browser offers passkeys in the e-mail field and waits;
 * otherwise it opens its dialog at once. A later request ends the earlier one with an AbortError.
 */
export async function signChallenge(options: RequestOptions, { isSuggested = false } = {}) {
  const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isSuggested });
  return {
    id,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    userHandle: response.userHandle ?? null,
  };
}

export type SignedChallenge = Awaited<ReturnType<typeof signChallenge>>;
