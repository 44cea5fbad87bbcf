import { PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MIN } from "@caramelo/contract/limits";
import type { FormEvent, ReactNode } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";

type Props = {
  /** The photo picker, which belongs to another feature. */
  children: ReactNode;
  failure: string | undefined;
  isBusy: boolean;
  busyLabel: string;
  onBack: () => void;
  onSubmit: () => void;
};

export const photosHint = `De ${PHOTOS_MIN} a ${PHOTOS_MAX} fotos, em JPEG, PNG ou WebP, com até ${PHOTO_MAX_BYTES / 2 ** 20}MB cada.`;

/**
 * Step 2 of the sign-up: choosing the photos and making the account. On phones the buttons stay at the bottom of the
 * screen.
 */
export function SignUpPhotosStep({ children, failure, isBusy, busyLabel, onBack, onSubmit }: Props) {
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) onSubmit();
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5 pb-24 md:pb-0">
      {children}
      <div className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-t border-line bg-surface px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:static md:border-0 md:bg-transparent md:p-0">
        {failure && (
          <Alert tone="error" className="col-span-2">
            {failure}
          </Alert>
        )}
        <Button variant="outline" size="large" disabled={isBusy} onClick={onBack}>
          Voltar
        </Button>
        <Button
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel={busyLabel}
          className="max-md:px-3 max-md:whitespace-normal"
        >
          Criar Conta
        </Button>
      </div>
    </form>
  );
}
