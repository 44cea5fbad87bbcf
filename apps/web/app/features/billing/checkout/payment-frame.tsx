import { useEffect, useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Spinner } from "~/ui/states/spinner.tsx";

type State = "loading" | "late" | "loaded" | "failed";

/** Even slow networks load a payment page faster. */
const LATE_AFTER_MS = 15_000;

/**
 * The provider's payment page in a frame of fixed height, with a loading indicator. Firefox and Safari report no
 * failure of a framed page, so after a while the member is offered another way. The frame stays, because on a slow
 * network the page may still load.
 */
export function PaymentFrame({ url }: { url: string }) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>("loading");
  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(setState, LATE_AFTER_MS, "late");
    return () => clearTimeout(timer);
  }, [state]);
  function retry() {
    setAttempt(attempt + 1);
    setState("loading");
  }
  if (state === "failed") return <LoadFailed title="A página de pagamento não carregou" onRetry={retry} as="h2" />;
  return (
    <>
      {state === "late" && (
        <Alert
          tone="warning"
          title="O pagamento está demorando para carregar"
          action={
            <Button className="mt-2 w-fit" onClick={retry}>
              Tentar de novo
            </Button>
          }
        >
          Tente de novo ou abra a página em nova aba.
        </Alert>
      )}
      <div className="relative overflow-hidden rounded-card border border-line bg-surface">
        {state === "loading" && (
          <p role="status" className="absolute inset-x-0 top-24 grid justify-items-center gap-3 text-muted">
            <Spinner className="size-8 text-primary" />
            <span>Carregando o pagamento…</span>
          </p>
        )}
        <iframe
          key={attempt}
          src={url}
          title="Página de pagamento"
          // The heights are those of the specification.
          className="block h-[1260px] w-full max-[768.98px]:h-[1240px]"
          // A link of the page, such as the way back, may leave the frame when a member presses it.
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation"
          onLoad={({ currentTarget }) => setState(hasFailed(currentTarget) ? "failed" : "loaded")}
        />
      </div>
    </>
  );
}

/**
 * When a page of our own origin fails to load, the frame holds the browser's error page, whose document cannot be read.
 * Failures of other origins cannot be detected.
 */
function hasFailed(frame: HTMLIFrameElement): boolean {
  return new URL(frame.src).origin === location.origin && frame.contentDocument === null;
}
