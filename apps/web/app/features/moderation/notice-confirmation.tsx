import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { longMomentText } from "@caramelo/contract/formats/moments";
import { noticeConfirmationTexts } from "@caramelo/contract/texts/moderation";
import { useState } from "react";
import { api, isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { SpinnerLine } from "~/ui/states/spinner.tsx";

type ConfirmedNotice = AnswerOf<Contract["moderation"]["confirmNotice"]>;

/**
 * Opened by the link in the mail of a notice. `token` is undefined until it is known, and null when the address has
 * none.
 */
export function NoticeConfirmation({ token }: { token: string | null | undefined }) {
  const [confirmed, setConfirmed] = useState<ConfirmedNotice | "refused">();
  if (token === undefined) return <SpinnerLine text="Conferindo o link…" />;
  if (token === null || confirmed === "refused") return <Refused />;
  if (confirmed) return <Done {...confirmed} />;
  return <ConfirmationForm token={token} onEnd={setConfirmed} />;
}

/**
 * The notice is confirmed by a press, because some programs open the links of mails by themselves. People who did not
 * send the notice can leave.
 */
function ConfirmationForm({ token, onEnd }: { token: string; onEnd: (end: ConfirmedNotice | "refused") => void }) {
  const { props, isBusy, failure } = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => {
      try {
        onEnd(await api.moderation.confirmNotice({ body: { token } }));
      } catch (error) {
        if (!isApiError(error, "CONFIRMATION_LINK_INVALID", "VALIDATION_ERROR")) throw error;
        onEnd("refused");
      }
    },
  });
  return (
    <form {...props} className="grid gap-5">
      <p>{noticeConfirmationTexts.question}</p>
      <p className="text-muted">
        {noticeConfirmationTexts.effect} {noticeConfirmationTexts.notYours}
      </p>
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Confirmando…"
        className="justify-self-start max-md:w-full"
      >
        Confirmar o aviso
      </Button>
    </form>
  );
}

function Done({ number, dueAt }: ConfirmedNotice) {
  return (
    <section aria-label="Aviso confirmado" className="grid gap-3">
      <h2 ref={takeFocus} tabIndex={-1} className="text-22 outline-none">
        Obrigado
      </h2>
      <Alert tone="success">{noticeConfirmationTexts.done}</Alert>
      <p className="text-muted">
        Número do aviso: <strong className="font-semibold tabular-nums">{number}</strong>. A resposta vem até{" "}
        {longMomentText(dueAt)}.
      </p>
    </section>
  );
}

function Refused() {
  return (
    <>
      <Alert tone="warning">{noticeConfirmationTexts.refused}</Alert>
      <p className="text-muted">
        Se o aviso ainda espera, a equipe o analisa mesmo assim.{" "}
        <TextLink to="/denunciar-conteudo">Enviar outro aviso</TextLink>
      </p>
    </>
  );
}
