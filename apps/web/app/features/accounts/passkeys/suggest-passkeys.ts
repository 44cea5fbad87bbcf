import { PASSKEY_CHALLENGE_MINUTES } from "@caramelo/contract/limits";
import { signInTexts } from "@caramelo/contract/texts/sign-in";
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from "@simplewebauthn/browser";
import { api } from "~/platform/api.ts";
import { adoptSignIn } from "~/platform/session.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { describePasskeyError, passkeyObstacle } from "./describe-passkey-error.ts";
import { type SignedChallenge, signChallenge } from "./sign-challenge.ts";

/** Replaces a challenge this long before it expires, so that the answer still arrives in time. */
const MARGIN_MS = 30_000;
const RENEW_MS = PASSKEY_CHALLENGE_MINUTES * 60_000 - MARGIN_MS;

async function signIn(passkey: SignedChallenge, remember: boolean): Promise<void> {
  const { wasReactivated } = await adoptSignIn(remember, api.accounts.signInByPasskey({ body: { passkey, remember } }));
  if (wasReactivated) showToast({ type: "success", title: signInTexts.reactivated });
}

/** Opens the browser's dialog and signs in with the chosen passkey. Returns the error text on failure. */
export async function askForPasskey(remember: boolean): Promise<string | undefined> {
  const obstacle = passkeyObstacle();
  if (obstacle !== undefined) return obstacle;
  try {
    await signIn(await signChallenge(await api.accounts.beginPasskeySignIn()), remember);
    return undefined;
  } catch (error) {
    return describePasskeyError(error);
  }
}

type Suggestion = {
  /** Ends the suggestion. */
  signal: AbortSignal;
  isRemembered: () => boolean;
  onFailure: (words: string) => void;
};

/**
 * Suggests passkeys in the e-mail field, and signs in with the chosen one, until the signal is aborted. Does nothing in
 * browsers without this feature.
 */
export async function suggestPasskeys({ signal, isRemembered, onFailure }: Suggestion): Promise<void> {
  if (passkeyObstacle() !== undefined || !(await browserSupportsWebAuthnAutofill())) return;
  signal.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
  while (!signal.aborted) {
    // A hidden page requests no challenges.
    await untilVisible(signal);
    const options = await api.accounts.beginPasskeySignIn({}, { signal });
    const passkey = await signInTime(options);
    if (passkey) await signIn(passkey, isRemembered()).catch((error) => onFailure(describePasskeyError(error)));
  }
}

/** Returns the signed challenge; undefined when it must be replaced by a new one. */
async function signInTime(options: Parameters<typeof signChallenge>[0]): Promise<SignedChallenge | undefined> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    WebAuthnAbortService.cancelCeremony();
  }, RENEW_MS);
  try {
    return await signChallenge(options, { isSuggested: true });
  } catch (error) {
    if (isOver) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  const stop = new AbortController();
  return new Promise<void>((resolve) => {
    const check = () => (signal.aborted || document.visibilityState === "visible") && resolve();
    document.addEventListener("visibilitychange", check, { signal: stop.signal });
    signal.addEventListener("abort", check, { signal: stop.signal });
    check();
  }).finally(() => stop.abort());
}
