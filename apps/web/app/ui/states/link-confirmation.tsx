import { longMomentText } from "@caramelo/contract/formats/moments";
import { type ReactNode, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "./alert.tsx";
import { SpinnerLine } from "./spinner.tsx";

type Receipt = { number: string; dueAt: string };

type Props = {
  /** Undefined until known, and null if the address has none. */
  token: string | null | undefined;
  /** The confirmed thing: "denúncia" or "pedido". */
  noun: string;
  texts: { question: string; effect: string; notYours: string; done: string; refused: string };
  confirm: (token: string) => Promise<Receipt>;
  /** What to do when the link is refused. */
  refused: ReactNode;
};

/** Confirms a submission of a public form through a mailed link. */
export function LinkConfirmation({ token, ...props }: Props) {
  const [end, setEnd] = useState<Receipt | "refused">();
  if (token === undefined) return <SpinnerLine text="Conferindo o link…" />;
  if (token === null || end === "refused") {
    return (
      <>
        <Alert tone="warning">{props.texts.refused}</Alert>
        <p className="text-muted">{props.refused}</p>
      </>
    );
  }
  if (end) return <Done texts={props.texts} {...end} />;
  return <ConfirmationForm {...props} token={token} onEnd={setEnd} />;
}

type FormProps = Omit<Props, "token" | "refused"> & { token: string; onEnd: (end: Receipt | "refused") => void };

/**
 * Requires a press, because some programs open the links of mails automatically. People who did not send it can leave.
 */
function ConfirmationForm({ token, noun, texts, confirm, onEnd }: FormProps) {
  const form = useForm({
    initial: {},
    validate: () => ({}),
    submit: async () => {
      try {
        onEnd(await confirm(token));
      } catch (error) {
        if (!isApiError(error, "CONFIRMATION_LINK_INVALID", "VALIDATION_ERROR")) throw error;
        onEnd("refused");
      }
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      <p>{texts.question}</p>
      <p className="text-muted">
        {texts.effect} {texts.notYours}
      </p>
      <FormSubmit form={form} size="large" busyLabel="Confirmando…">
        Confirmar {noun}
      </FormSubmit>
    </form>
  );
}

function Done({ texts, number, dueAt }: Pick<Props, "texts"> & Receipt) {
  return (
    <section aria-label="Confirmação" className="grid gap-3">
      <h2 ref={takeFocus} tabIndex={-1} className="text-22 outline-none">
        Obrigado
      </h2>
      <Alert tone="success">{texts.done}</Alert>
      <p className="text-muted">
        Número: <strong className="font-semibold tabular-nums">{number}</strong>. A resposta vem até{" "}
        {longMomentText(dueAt)}.
      </p>
    </section>
  );
}
