import { useState } from "react";
import { DiscardDialog } from "~/ui/overlays/discard-dialog.tsx";
import { FailedAlert } from "~/ui/states/failed-alert.tsx";

type Props = { text: string; onReload: () => void };

/** Says that another person has changed what a form was opened with, and loads it again after a question. */
export function StaleAlert({ text, onReload }: Props) {
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
