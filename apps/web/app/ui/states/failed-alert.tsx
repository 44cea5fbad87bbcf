import { Button } from "~/ui/basics/button.tsx";
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
