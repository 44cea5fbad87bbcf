import { Link2 } from "lucide-react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { useChainCheck } from "./queries.ts";
import { checkText } from "./rules.ts";

/** A button that checks whether rows of the audit log were changed directly in the database. */
export function ChainCheck() {
  const { mutate, isPending, error, progress } = useChainCheck();
  const finding = progress && checkText(progress);
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="outline" isBusy={isPending} busyLabel="Verificando…" onClick={() => mutate()}>
        <Link2 aria-hidden strokeWidth={1.75} />
        Verificar integridade
      </Button>
      {error && <Alert tone="error">{messageOf(error)}</Alert>}
      {finding && (
        <Alert tone={finding.tone} title={finding.text}>
          {finding.tone === "success" && (
            <span className="text-13 wrap-anywhere">Impressão do último registro: {progress.fingerprint}</span>
          )}
        </Alert>
      )}
    </div>
  );
}
