import { messageOf } from "~/platform/api.ts";
import type { LinkCheck } from "~/platform/use-link-check.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { SpinnerLine } from "~/ui/states/spinner.tsx";

type Props = { check: LinkCheck<unknown>; text?: string; onRetry: () => void };

/** Shows that a mailed link is being checked, or why it could not be checked. */
export function LinkCheckState({ check, text = "Conferindo o link…", onRetry }: Props) {
  if (check.state === "checking") return <SpinnerLine text={text} />;
  if (check.state !== "failed") return null;
  return (
    <>
      <Alert tone="error">{messageOf(check.error)}</Alert>
      <Button onClick={onRetry}>Tentar Novamente</Button>
    </>
  );
}
