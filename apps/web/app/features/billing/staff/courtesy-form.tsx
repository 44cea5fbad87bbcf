import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { makeId } from "~/platform/make-id.ts";
import { Button } from "~/ui/basics/button.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { parseCount, staffTexts } from "./rules.ts";

type Courtesy = { requestId: string; tokens: number; conversations: number; reason: string };
type Props = { onGrant: (body: Courtesy) => Promise<unknown> };

function errorOfTokens(tokens: number | undefined, conversations: number | undefined): string | undefined {
  if (tokens === undefined) return staffTexts.countInvalid;
  return tokens === 0 && conversations === 0 ? staffTexts.countMissing : undefined;
}

/** Gives tokens and conversations to a member, or takes them with a negative number. */
export function CourtesyForm({ onGrant }: Props) {
  // The id stays the same until the server has answered, so that a request that is sent twice counts once.
  const [requestId, setRequestId] = useState(makeId);
  const { props, field, isBusy, failure } = useForm({
    initial: { tokens: "0", conversations: "0", reason: "" },
    validate: ({ tokens, conversations, reason }) =>
      keepErrors({
        tokens: errorOfTokens(parseCount(tokens), parseCount(conversations)),
        conversations: parseCount(conversations) === undefined ? staffTexts.countInvalid : undefined,
        reason: errorIfBlank(reason, staffFields.reasonRequired),
      }),
    submit: async ({ tokens, conversations, reason }) => {
      const counts = { tokens: parseCount(tokens) ?? 0, conversations: parseCount(conversations) ?? 0 };
      await onGrant({ requestId, ...counts, reason });
      setRequestId(makeId());
      showToast({ type: "success", title: "Cortesia registrada" });
    },
  });
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
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button type="submit" variant="outline" isBusy={isBusy} busyLabel="Registrando…">
        Registrar cortesia
      </Button>
    </form>
  );
}
