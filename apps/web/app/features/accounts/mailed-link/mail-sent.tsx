import type { ReactNode } from "react";
import { Alert } from "~/ui/states/alert.tsx";

type Props = { title: string; email: string; children: ReactNode };

/** Says that a mail was sent if the address has an account, without revealing whether it has one. */
export function MailSent({ title, email, children }: Props) {
  return (
    <>
      <Alert tone="success" title={title}>
        {children}
      </Alert>
      <p className="text-14 text-muted">
        Se houver uma conta com <b className="font-semibold wrap-anywhere text-ink">{email}</b>, o e-mail chega em
        poucos minutos.
      </p>
    </>
  );
}
