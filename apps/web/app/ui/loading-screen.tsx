import { Spinner } from "~/ui/spinner.tsx";

/** The whole screen while the first scripts arrive. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-content-center text-muted">
      <div role="status" className="grid justify-items-center gap-3">
        <Spinner className="size-8 text-primary" />
        <p>Carregando…</p>
      </div>
    </main>
  );
}
