import { Spinner } from "~/ui/spinner.tsx";

/** The whole screen while the first scripts arrive. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3 text-muted">
      <Spinner className="size-8 text-primary" />
      <p>Carregando…</p>
    </div>
  );
}
