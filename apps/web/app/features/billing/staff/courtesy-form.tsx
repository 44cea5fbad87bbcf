import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { useRequestOnce } from "./queries.ts";
import { parseCount, staffTexts } from "./rules.ts";

type Courtesy = { tokens: number; conversations: number; reason: string };
type Props = { onGrant: (body: Courtesy & { requestId: string }) => Promise<unknown> };

function errorOfTokens(tokens: number | undefined, conversations: number | undefined): string | undefined {
  if (tokens === undefined) return staffTexts.countInvalid;
  return tokens === 0 && conversations === 0 ? staffTexts.countMissing : undefined;
}

/** Gives tokens and conversations to a member; negative numbers take them. */
export function CourtesyForm({ onGrant }: Props) {
  const grant = useRequestOnce<Courtesy>(onGrant, "Cortesia registrada");
  const form = useForm({
    initial: { tokens: "0", conversations: "0", reason: "" },
    validate: ({ tokens, conversations, reason }) =>
      keepErrors({
        tokens: errorOfTokens(parseCount(tokens), parseCount(conversations)),
        conversations: parseCount(conversations) === undefined ? staffTexts.countInvalid : undefined,
        reason: errorIfBlank(reason, staffFields.reasonRequired),
      }),
    submit: ({ tokens, conversations, reason }) =>
      grant({ tokens: parseCount(tokens) ?? 0, conversations: parseCount(conversations) ?? 0, reason }),
  });
  const { props, field } = form;
  return (
    <form {...props} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Fichas" inputMode="numeric" hint="Use um número negativo para retirar" {...field("tokens")} />
        <TextField
          label="Conversas"
          inputMode="numeric"
          hint="Use um número negativo para retirar"
          {...field("conversations")}
        />
      </div>
      <TextArea label="Motivo" rows={2} maxLength={REASON_MAX} {...field("reason")} />
      <FormSubmit form={form} variant="outline" busyLabel="Registrando…" className="">
        Registrar cortesia
      </FormSubmit>
    </form>
  );
}
