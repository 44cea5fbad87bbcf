import { randomUUID } from "node:crypto";
import { consentTexts } from "@caramelo/contract/accounts/consents";
import type { AnyCall } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { totpCodeOf } from "../../platform/secrets/totp.ts";
import { addPasskey, makeWithPasskey, proveByPasskey, signInByPasskey } from "../passkeys.ts";
import { PASSWORD } from "../people.ts";
import type { World } from "../world.ts";
import { type Caller, isStaff, refusalFor } from "./callers.ts";
import { type Outcome, outcomeOf, readOutcome } from "./outcome.ts";
import { sampleInput, sendInput } from "./sample-input.ts";

type Browser = ReturnType<World["browser"]>;
type Attempt = (browser: Browser) => Promise<Outcome>;

/** Attempts with real e-mails and codes, for calls that name nothing and cannot succeed with the sample input. */
export const listGoodAttempts = (world: World, email: string): Record<string, Attempt> => ({
  "accounts.signIn": async ({ api }) =>
    outcomeOf(await api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } })),
  // Sample addresses are undeliverable, so they cannot be invited.
  "accounts.inviteStaff": async ({ api }) => {
    const invitation = { email: `${randomUUID()}@equipe.example`, name: "Ana", role: "moderator" } as const;
    return outcomeOf(await api.accounts.inviteStaff({ body: invitation }));
  },
  "accounts.addPasskey": withPasskey(contract.accounts.addPasskey, async (_, { reply }) => outcomeOf(reply)),
  "accounts.proveByPasskey": withPasskey(contract.accounts.proveByPasskey, async (browser, { authenticator }) =>
    outcomeOf(await proveByPasskey(browser, authenticator)),
  ),
  "accounts.signInByPasskey": async (browser) =>
    outcomeOf(await signInByPasskey(browser, (await makeWithPasskey(world)).authenticator)),
  "accounts.confirmFactor": async (browser) => outcomeOf(await setUpFactor(browser)),
  "accounts.renewRecoveryCodes": async (browser) => {
    await setUpFactor(browser);
    return outcomeOf(await browser.api.accounts.renewRecoveryCodes());
  },
  "accounts.keepFactor": async (browser) => {
    await setUpFactor(browser);
    return outcomeOf(await browser.api.accounts.keepFactor());
  },
  "accounts.removeFactor": async (browser) => {
    await setUpFactor(browser);
    return outcomeOf(await browser.api.accounts.removeFactor());
  },
  "personalData.giveConsent": async ({ api }) => {
    const { version } = consentTexts.marketing;
    return outcomeOf(await api.personalData.giveConsent({ body: { kind: "marketing", version } }));
  },
  "billing.makeOrder": async ({ api }) => {
    const reply = await api.billing.makeOrder({ body: { product: "tokens", method: "pix" } });
    // Only payers may buy tokens, and only babies may buy a highlight.
    const isDenied = reply.status === 403;
    return outcomeOf(isDenied ? await api.billing.makeOrder({ body: { product: "highlight", method: "pix" } }) : reply);
  },
  "presence.startAvailability": async ({ api }) => {
    // Another caller may have started a run a moment ago, and a second one would be refused.
    await world.owner
      .updateTable("availabilityRun")
      .set({ startedAt: new Date(0) })
      .execute();
    return outcomeOf(await api.presence.startAvailability());
  },
});

type AddedPasskey = Awaited<ReturnType<typeof addPasskey>>;

/** Adds a passkey first. Callers who may not do so send the call's sample input. */
function withPasskey(call: AnyCall, attempt: (browser: Browser, passkey: AddedPasskey) => Promise<Outcome>): Attempt {
  return async (browser) => {
    const { status } = await browser.api.accounts.passkeys();
    if (status !== 200) return readOutcome(await sendInput(browser.raw, call, sampleInput(call)));
    return attempt(browser, await addPasskey(browser));
  };
}

/** Sets up a second factor, as far as the caller may. */
async function setUpFactor({ api }: Browser) {
  const { secret = "" } = (await api.accounts.beginFactor()).body;
  const code = totpCodeOf(secret, new Date());
  return api.accounts.confirmFactor({ body: { code } });
}

// Three, because no call needs more files than the verification request, which needs three.
const noPictures = Array.from({ length: 3 }, () => new Blob(["no picture"]));

/** Makes a call that names nothing, with the best input that the tests know. */
export async function attemptCall(browser: Browser, call: AnyCall, good?: Attempt): Promise<Outcome> {
  return good ? good(browser) : readOutcome(await sendInput(browser.raw, call, sampleInput(call), noPictures));
}

/** The outcome that a call which names nothing declares for a caller. */
export function expectedOf(name: string, call: AnyCall, caller: Caller, good?: Attempt): Outcome {
  const refusal = refusalFor(call, caller);
  if (refusal) return { status: errorCatalogue[refusal].status, code: refusal };
  // Members only: staff have neither photos nor a profile, cannot deactivate themselves, and buy nothing.
  if (isStaff(caller) && call.errors.includes("PERMISSION_DENIED")) return { status: 403, code: "PERMISSION_DENIED" };
  if (call.kind === "upload" && !good) return { status: 422, code: "FILE_INVALID_TYPE" };
  // A job belongs to no member, but the job of the sample input does not exist.
  if (name === "statistics.retryJob") return { status: 404, code: "NOT_FOUND" };
  return { status: 200, code: undefined };
}
