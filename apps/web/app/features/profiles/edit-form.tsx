import { errorCatalogue, memberMessages } from "@caramelo/contract/errors";
import { AGE_MAX, AGE_MIN, NAME_MAX } from "@caramelo/contract/limits";
import { type ReactNode, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { isApiError, messageOf } from "~/platform/api.ts";
import { findAboutHint } from "~/platform/person-rules.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { TextArea } from "~/ui/text-area.tsx";
import { TextField } from "~/ui/text-field.tsx";
import { showToast } from "~/ui/toast.ts";
import { type EditForm as Form, type OwnProfile, toEditFaults } from "./own-rules.ts";
import { useProfileChange } from "./queries.ts";
import { type EditFormApi, focusFirstFault, useEditForm } from "./use-edit-form.ts";

/** What the city field of the route needs to know. */
export type CityFieldProps = {
  value: Form["city"];
  onChange: (city: Form["city"]) => void;
  onBlur: () => void;
  inputRef: (element: HTMLInputElement | null) => void;
  error: string | undefined;
};

type Props = { profile: OwnProfile; renderCity: (props: CityFieldProps) => ReactNode; onClose: () => void };

/** Everything one tells about oneself, in place. A failed save leaves what was typed. */
export function EditForm({ profile, renderCity, onClose }: Props) {
  const form = useEditForm(profile);
  const { failure, isBusy, save } = useSave(form, onClose);
  const { isSubmitted, isValid, isDirty } = form.formState;
  return (
    <form
      noValidate
      aria-labelledby="editar-perfil"
      onSubmit={form.handleSubmit(save)}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:gap-5 md:p-6"
    >
      <h2 id="editar-perfil">Editar perfil</h2>
      <NameAndAge form={form} isAgeFixed={profile.isAgeFixed} />
      <Controller
        name="city"
        control={form.control}
        // Cities belong to another feature: the route draws the field.
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <>{renderCity({ value, onChange, onBlur, inputRef: ref, error: fieldState.error?.message })}</>
        )}
      />
      <Abouts form={form} />
      {isSubmitted && !isValid && <Alert tone="error">{errorCatalogue.VALIDATION_ERROR.text}</Alert>}
      {failure && isValid && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-col-reverse gap-2.5 md:flex-row md:justify-end md:gap-3">
        <CancelButton isDirty={isDirty} onCancel={onClose} />
        <Button type="submit" isBusy={isBusy} busyLabel="Salvando…" className="md:min-w-44">
          Salvar
        </Button>
      </div>
    </form>
  );
}

function useSave(form: EditFormApi, onSaved: () => void) {
  const change = useProfileChange();
  const [failure, setFailure] = useState<string>();
  async function save(values: Form) {
    setFailure(undefined);
    try {
      await change.mutateAsync(values);
      showToast({ type: "success", title: memberMessages.profileSaved });
      onSaved();
    } catch (error) {
      if (isApiError(error, "VALIDATION_ERROR")) focusFirstFault(form, toEditFaults(error.fields));
      setFailure(messageOf(error));
    }
  }
  return { failure, isBusy: change.isPending, save };
}

function NameAndAge({ form: { register, formState }, isAgeFixed }: { form: EditFormApi; isAgeFixed: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3 md:grid-cols-[minmax(0,1fr)_10rem] md:gap-4">
      <TextField
        label="Nome"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        required
        error={formState.errors.name?.message}
        {...register("name")}
      />
      <TextField
        label="Idade"
        type="number"
        inputMode="numeric"
        min={AGE_MIN}
        max={AGE_MAX}
        required
        readOnly={isAgeFixed}
        hint={isAgeFixed ? "Vem da sua data de nascimento verificada." : undefined}
        error={formState.errors.age?.message}
        className="[&_input]:[appearance:textfield] [&_input::-webkit-inner-spin-button]:appearance-none"
        {...register("age")}
      />
    </div>
  );
}

function Abouts({ form: { control, register, formState } }: { form: EditFormApi }) {
  const [bio, lookingFor] = useWatch({ control, name: ["bio", "lookingFor"] });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextArea
        label="Sobre você"
        rows={5}
        required
        hint={findAboutHint(bio)}
        error={formState.errors.bio?.message}
        {...register("bio")}
      />
      <TextArea
        label="O que você busca"
        rows={5}
        required
        hint={findAboutHint(lookingFor)}
        error={formState.errors.lookingFor?.message}
        {...register("lookingFor")}
      />
    </div>
  );
}

/** Asks first when something typed would be lost. */
function CancelButton({ isDirty, onCancel }: { isDirty: boolean; onCancel: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => (isDirty ? setIsAsking(true) : onCancel())}>
        Cancelar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Descartar alterações?"
        text="O que você mudou ainda não foi salvo."
        confirmLabel="Descartar"
        cancelLabel="Continuar editando"
        tone="danger"
        onConfirm={onCancel}
      />
    </>
  );
}
