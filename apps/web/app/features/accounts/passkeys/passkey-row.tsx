import { PASSKEY_NAME_MAX } from "@caramelo/contract/limits";
import { passkeyFields, passkeyTexts } from "@caramelo/contract/texts/passkeys";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { ActionFailure } from "../proof/action-failure.tsx";
import { type Passkey, useKeepPasskey, useRemovePasskey, useRenamePasskey } from "./queries.ts";
import { passkeyDates } from "./rules.ts";

/** One passkey with its dates, and the buttons to rename and to remove it. */
export function PasskeyRow(passkey: Passkey) {
  const { name, isBlocked, isOff } = passkey;
  const [isNaming, setIsNaming] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-14 text-muted">{passkeyDates(passkey)}</p>
      </div>
      {isBlocked && <Chip text="Bloqueada" tone="warn" />}
      {isOff && <Chip text="Desligada" tone="warn" />}
      {isNaming ? (
        <NameForm {...passkey} onDone={() => setIsNaming(false)} />
      ) : (
        <PasskeyActions {...passkey} onRename={() => setIsNaming(true)} />
      )}
      {isBlocked && (
        <p className="w-full text-14 text-muted">
          Esta chave pode ter sido copiada e não abre mais a conta. Remova-a e adicione outra.
        </p>
      )}
      {isOff && !isBlocked && <p className="w-full text-14 text-muted">{passkeyTexts.off}</p>}
    </li>
  );
}

function PasskeyActions({ id, name, isOff, isBlocked, onRename }: Passkey & { onRename: () => void }) {
  const removing = useRemovePasskey();
  const keeping = useKeepPasskey();
  const [isAsking, setIsAsking] = useState(false);
  async function remove() {
    setIsAsking(false);
    await removing.mutateAsync(id).catch(() => {});
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isOff && !isBlocked && (
        <Button size="small" isBusy={keeping.isPending} onClick={() => keeping.mutate(id)}>
          Manter
          <span className="sr-only">: {name}</span>
        </Button>
      )}
      {keeping.isSuccess && !isOff && (
        // The pressed button is gone, so the confirmation gets the focus.
        <p ref={takeFocus} tabIndex={-1} className="w-full text-14 text-ok outline-none">
          {passkeyTexts.kept}
        </p>
      )}
      <Button variant="outline" size="small" onClick={onRename}>
        Renomear
        <span className="sr-only">: {name}</span>
      </Button>
      <Button variant="outline" size="small" isBusy={removing.isPending} onClick={() => setIsAsking(true)}>
        Remover
        <span className="sr-only">: {name}</span>
      </Button>
      <ActionFailure error={removing.error} />
      <ActionFailure error={keeping.error} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Remover esta chave de acesso?"
        text={`“${name}” não abre mais a sua conta. No aparelho, ela continua guardada até você apagá-la por lá.`}
        confirmLabel="Remover chave"
        tone="danger"
        onConfirm={() => void remove()}
      />
    </div>
  );
}

function NameForm({ id, name, onDone }: Passkey & { onDone: () => void }) {
  const renaming = useRenamePasskey();
  const form = useForm({
    initial: { name },
    validate: (values) => keepErrors({ name: errorIfBlank(values.name, passkeyFields.passkeyNameRequired) }),
    submit: async (values) => {
      await renaming.mutateAsync({ id, name: values.name });
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid w-full gap-3 md:max-w-md">
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      <TextField label="Nome da chave" maxLength={PASSKEY_NAME_MAX} autoFocus required {...form.field("name")} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={form.isBusy} busyLabel="Salvando…">
          Salvar nome
        </Button>
        <Button variant="ghost" size="small" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
