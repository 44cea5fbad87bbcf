import type { ReactNode } from "react";
import { Alert } from "~/ui/alert.tsx";

type Props = {
  title: string;
  /** As it was typed; whether it has an account is told to nobody. */
  email: string;
  children: ReactNode;
};

/** A mail was sent, if there was somebody to send it to. */
export function MailedNote({ title, email, children }: Props) {
  return (
    <>
      <Alert tone="success" title={title}>
        {children}
      </Alert>
      <p className="text-14 text-muted">
        Se houver uma conta com <b className="font-semibold wrap-anywhere text-ink">{email}</b>, o email chega em poucos
        minutos.
      </p>
    </>
  );
}
