import { messageOf } from "~/platform/api.ts";
import { Button, type ButtonProps } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";

type Props = Omit<ButtonProps, "form"> & { form: { isBusy: boolean; failure: unknown } };

/** The end of a form: the error of its last submit, and the submit button. By default it is wide on phones. */
export function FormSubmit({ form, className = "justify-self-start max-md:w-full", ...button }: Props) {
  return (
    <>
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      <Button type="submit" isBusy={form.isBusy} className={className} {...button} />
    </>
  );
}
