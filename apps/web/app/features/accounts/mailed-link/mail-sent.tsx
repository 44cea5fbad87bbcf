import type { ReactNode } from "react";
import { Alert } from "~/ui/states/alert.tsx";

type Props = {
  title: string;
  /** The address as it was typed. The screen does not reveal whether the address has an account. */
  email: string;
  children: ReactNode;
};

/** Says that a mail was sent if the address has an account. */
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
