import { staffFields } from "@caramelo/contract/texts/admin";
import { MailPlus } from "lucide-react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { useInvitation } from "./queries.ts";
import { isReservedAddress } from "./rules.ts";

type Props = { id: string; email: string };

/** Invites the person of a managed profile to take it over. */
export function InvitationBox({ id, email }: Props) {
  const invitation = useInvitation(id);
  const isReserved = isReservedAddress(email);
  return (
    <section aria-labelledby="perfil-gerenciado" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="perfil-gerenciado" className="mb-2 text-18">
        Perfil gerenciado
      </h2>
      <p className="mb-3 text-14 text-muted">
        {isReserved
          ? `${staffFields.invitationNeedsAddress}: o atual foi gerado e não recebe mensagens.`
          : "A pessoa assume o perfil por um link que vale por 7 dias e funciona uma única vez. Um convite novo cancela o anterior."}
      </p>
      {invitation.isSuccess && (
        <Alert tone="success" className="mb-3">
          Convite enviado.
        </Alert>
      )}
      {invitation.isError && (
        <Alert tone="error" className="mb-3">
          {isApiError(invitation.error, "VALIDATION_ERROR")
            ? invitation.error.fields.email
            : messageOf(invitation.error)}
        </Alert>
      )}
      <Button
        variant="outline"
        disabled={isReserved}
        isBusy={invitation.isPending}
        busyLabel="Enviando…"
        onClick={() => invitation.mutate()}
      >
        <MailPlus aria-hidden strokeWidth={1.75} />
        Enviar convite
      </Button>
    </section>
  );
}
