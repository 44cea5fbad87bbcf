import { useState } from "react";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Spinner } from "~/ui/states/spinner.tsx";

type State = "loading" | "loaded" | "failed";

/** The provider's payment page in a frame of fixed height, with a loading indicator until it is loaded. */
export function PaymentFrame({ url }: { url: string }) {
  const [state, setState] = useState<State>("loading");
  if (state === "failed") {
    return <LoadFailed title="A página de pagamento não carregou" onRetry={() => setState("loading")} as="h2" />;
  }
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface">
      {state === "loading" && (
        <p role="status" className="absolute inset-x-0 top-24 grid justify-items-center gap-3 text-muted">
          <Spinner className="size-8 text-primary" />
          Carregando o pagamento…
        </p>
      )}
      <iframe
        src={url}
        title="Página de pagamento"
        // The heights are those of the specification.
        className="block h-[1260px] w-full max-[768.98px]:h-[1240px]"
        // A link of the page, such as the way back, may leave the frame when somebody presses it.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation"
        onLoad={({ currentTarget }) => setState(hasFailed(currentTarget) ? "failed" : "loaded")}
      />
    </div>
  );
}

/**
 * When a page of our own origin fails to load, the frame holds an error page of the browser, whose document cannot be
 * read. For pages of another origin a failure cannot be detected.
 */
function hasFailed(frame: HTMLIFrameElement): boolean {
  return new URL(frame.src).origin === location.origin && frame.contentDocument === null;
}
