import { messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Spinner } from "~/ui/states/spinner.tsx";
import { MeasureCard } from "./measure-card.tsx";
import { useMailedMeasure } from "./use-mailed-measure.ts";

/** The measure of a mail, for who may not sign in. `token` undefined: it is not known yet; null: the address has none. */
export function MailedMeasure({ token }: { token: string | null | undefined }) {
  const { found, retry, appeal } = useMailedMeasure(token);
  if (found.state === "open") return <MeasureCard measure={found.measure} onAppeal={appeal} />;
  if (found.state === "failed")
    return <LoadFailed title="A medida não carregou" text={messageOf(found.error)} onRetry={retry} />;
  if (found.state === "refused") {
    return (
      <Alert tone="warning">Este link não serve. Abra o link completo do e-mail mais recente da nossa equipe.</Alert>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner /> Conferindo o link…
    </p>
  );
}
