import { commonErrors } from "@caramelo/contract/texts/common";
import { useEffect, useEffectEvent, useState } from "react";
import { useIsHydrated } from "~/platform/hydration.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { useIsInUse } from "~/ui/states/lazy-part.tsx";

/** The button for people with a passkey. Failures appear below it, so that it does not move. */
export function PasskeySignIn({ isRemembered }: { isRemembered: boolean }) {
  const isHydrated = useIsHydrated();
  const { isBusy, failure, press } = usePasskeySignIn(isRemembered);
  return (
    <div className="grid gap-3">
      <Button
        variant="outline"
        size="large"
        isWide
        mayWrap
        disabled={!isHydrated}
        isBusy={isBusy}
        onClick={() => void press()}
        className="disabled:opacity-100"
      >
        Entrar com chave de acesso
      </Button>
      {failure !== undefined && <Alert tone="error">{failure}</Alert>}
    </div>
  );
}

// Loaded with the first touch, so that the sign-in screen does not wait for it.
const load = () => import("./suggest-passkeys.ts");

/** Signs in with a passkey: one suggested in the e-mail field, or one chosen after a press of the button. */
function usePasskeySignIn(isRemembered: boolean) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const readRemembered = useEffectEvent(() => isRemembered);
  const isInUse = useIsInUse();
  // The browser allows one request at a time, so it suggests nothing while its dialog is open.
  useEffect(() => {
    if (!isInUse || isBusy) return;
    const stop = new AbortController();
    load()
      .then(({ suggestPasskeys }) =>
        suggestPasskeys({ signal: stop.signal, isRemembered: () => readRemembered(), onFailure: setFailure }),
      )
      // A failed suggestion is harmless: the button and the password remain.
      .catch(() => {});
    return () => stop.abort();
  }, [isInUse, isBusy]);

  async function press() {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { askForPasskey } = await load();
      setFailure(await askForPasskey(isRemembered));
    } catch {
      setFailure(commonErrors.NETWORK_ERROR);
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, failure, press };
}
