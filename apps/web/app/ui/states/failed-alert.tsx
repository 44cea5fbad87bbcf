import { useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { DiscardDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";

type Props = { text: string; retryLabel?: string; onRetry: () => void };

export function FailedAlert({ text, retryLabel = "Tentar Novamente", onRetry }: Props) {
  const retry = (
    <div className="mt-2">
      <Button variant="danger" size="small" onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
  return (
    <Alert tone="error" action={retry}>
      {text}
    </Alert>
  );
}

type StaleProps = { text: string; onReload: () => void };

/** Says that another person has changed the form's data, and reloads it after a confirmation. */
export function StaleAlert({ text, onReload }: StaleProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <FailedAlert text={text} retryLabel="Recarregar" onRetry={() => setIsAsking(true)} />
      <DiscardDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          setIsAsking(false);
          onReload();
        }}
      />
    </>
  );
}
