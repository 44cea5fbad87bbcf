import type { ReactNode } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import type { ButtonSize } from "~/ui/basics/button-class.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Props = { form: { isBusy: boolean; failure: unknown }; size?: ButtonSize; busyLabel: string; children: ReactNode };

/** The end of a form: why its last submit failed, and the button that submits it. On phones the button takes the whole width. */
export function FormSubmit({ form: { isBusy, failure }, ...button }: Props) {
  return (
    <>
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button type="submit" isBusy={isBusy} className="justify-self-start max-md:w-full" {...button} />
    </>
  );
}
