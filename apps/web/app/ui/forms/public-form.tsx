import { longMomentText } from "@caramelo/contract/formats/moments";
import { EMAIL_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { type ReactNode, useId } from "react";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { TextField } from "~/ui/forms/text-field.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";

type Props<Mail extends string> = {
  /** The sent thing: "denúncia" or "pedido". */
  noun: string;
  /** The heading of the receipt. */
  receivedTitle: string;
  form: Pick<FormApi<object>, "props" | "isBusy" | "failure">;
  /** Undefined until the server has received it. */
  receipt: { number: string; dueAt: string; mail: Mail } | undefined;
  /** The receipt's texts about the sent mail. */
  mailTexts: Record<Mail, string>;
  children: ReactNode;
};

/** A public form, usable without an account. After the submit the receipt replaces it. */
export function PublicForm<Mail extends string>({
  noun,
  receivedTitle,
  form,
  receipt,
  mailTexts,
  children,
}: Props<Mail>) {
  if (receipt) {
    return (
      <ReceivedPanel title={receivedTitle} number={receipt.number} dueAt={receipt.dueAt}>
        {mailTexts[receipt.mail]}
      </ReceivedPanel>
    );
  }
  return (
    <form {...form.props} className="grid gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
      {children}
      <FormSubmit form={form} size="large" busyLabel="Enviando…">
        Enviar {noun}
      </FormSubmit>
    </form>
  );
}

/** The sender of the form, and the mailbox to confirm. */
export function SenderFields({ field }: Pick<FormApi<{ name: string; email: string }>, "field">) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField label="Seu nome" autoComplete="name" maxLength={NAME_MAX} required {...field("name")} />
      <TextField
        label="Seu e-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        hint="O link de confirmação e a resposta vão para ele."
        required
        {...field("email")}
      />
    </div>
  );
}

type ReceivedProps = { title: string; number: string; dueAt: string; children: string };

/** The receipt of a public form: its number, the answer's deadline, and the sent mail. */
function ReceivedPanel({ title, number, dueAt, children }: ReceivedProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-6">
      <h2 id={headingId} ref={takeFocus} tabIndex={-1} className="text-22 outline-none">
        {title}
      </h2>
      <p>
        O número é <strong className="font-semibold tabular-nums">{number}</strong>. Uma pessoa da equipe analisa e
        responde por e-mail até {longMomentText(dueAt)}.
      </p>
      <p>{children}</p>
    </section>
  );
}
