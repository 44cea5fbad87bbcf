import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { refreshSession } from "~/platform/session.ts";
import { useAction } from "~/platform/use-action.ts";

export type Passkey = AnswerOf<Contract["accounts"]["passkeys"]>["passkeys"][number];

const PASSKEYS = ["passkeys"] as const;

export const passkeyList = () =>
  queryOptions({
    queryKey: PASSKEYS,
    queryFn: async ({ signal }) => (await api.accounts.passkeys({}, { signal })).passkeys,
    meta: { refreshOn: "self" },
  });

/** Creates a passkey in this browser and adds it to the account; asks for a proof. */
async function addPasskey() {
  // Loaded when needed: few people add a passkey.
  const { makePasskey } = await import("./sign-challenge.ts");
  const options = await withFreshFactor(() => api.accounts.beginPasskey());
  const addedPasskey = await api.accounts.addPasskey({ body: { passkey: await makePasskey(options) } });
  // The session lists the member's proofs.
  await refreshSession();
  return addedPasskey;
}

export const useAddPasskey = () => useAction(addPasskey, PASSKEYS);

export const useRenamePasskey = () =>
  useAction(
    ({ id, name }: { id: string; name: string }) => api.accounts.renamePasskey({ params: { id }, body: { name } }),
    PASSKEYS,
  );

/** Re-enables a passkey; asks for a proof. */
export const useKeepPasskey = () =>
  useAction(async (id: string) => {
    await withFreshFactor(() => api.accounts.keepPasskey({ params: { id } }));
    await refreshSession();
  }, PASSKEYS);

/** Removes a passkey; asks for a proof. Fails with NOT_FOUND if it is removed already; reloads the list either way. */
export const useRemovePasskey = () =>
  useAction(async (id: string) => {
    await withFreshFactor(() => api.accounts.removePasskey({ params: { id } }));
    await refreshSession();
  }, PASSKEYS);
