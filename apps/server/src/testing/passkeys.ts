import { type Authenticator, type Changes, openAuthenticator } from "./authenticator.ts";
import { makeSignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

type Browser = ReturnType<World["browser"]>;
type Overrides = Parameters<typeof makeSignedIn>[1];

/** Adds a passkey of a new authenticator in a signed-in browser. Returns both. */
export async function addPasskey({ api, base }: Browser, authenticator: Authenticator = openAuthenticator(base)) {
  const options = (await api.accounts.beginPasskey()).body;
  const reply = await api.accounts.addPasskey({ body: { passkey: authenticator.create(options) } });
  return { authenticator, id: reply.body.id, reply };
}

/** Makes a member with a signed-in browser and a passkey. */
export async function makeWithPasskey(world: World, overrides: Overrides = {}, options: { counts?: boolean } = {}) {
  const { id, browser } = await makeSignedIn(world, overrides);
  const { authenticator, id: passkeyId } = await addPasskey(browser, openAuthenticator(browser.base, options));
  return { id, browser, authenticator, passkeyId };
}

/** Signs in by a passkey; `changes` falsify the answer. */
export async function signInByPasskey(
  { api }: Browser,
  authenticator: Authenticator,
  changes: Changes & { remember?: boolean } = {},
) {
  const { remember = false, ...falsified } = changes;
  const options = (await api.accounts.beginPasskeySignIn()).body;
  return api.accounts.signInByPasskey({ body: { passkey: authenticator.get(options, falsified), remember } });
}

/** Shows by a passkey once more who is signed in. */
export async function proveByPasskey({ api }: Browser, authenticator: Authenticator, changes: Changes = {}) {
  const options = (await api.accounts.beginPasskeyProof()).body;
  return api.accounts.proveByPasskey({ body: { passkey: authenticator.get(options, changes) } });
}
