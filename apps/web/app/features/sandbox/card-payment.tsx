import type { FormEvent } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";

type Props = { isBusy: boolean; onPay: () => void };

/** A card form for trial payments. Typed data is never sent. */
export function CardPayment({ isBusy, onPay }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onPay();
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Número do cartão"
        hint="Qualquer número serve: nada é enviado."
        inputMode="numeric"
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Validade" placeholder="MM/AA" autoComplete="off" />
        <TextField label="CVV" inputMode="numeric" autoComplete="off" />
      </div>
      <Button type="submit" size="large" isWide isBusy={isBusy} busyLabel="Pagando…">
        Pagar
      </Button>
    </form>
  );
}
