import { useIsHydrated } from "~/platform/hydration.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { usePasskeySignIn } from "./use-passkey-sign-in.ts";

/** The button of the sign-in screen for people with a passkey. Its failures are shown below it, so that it stays put. */
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
