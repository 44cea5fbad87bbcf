import { NAME_MAX } from "@caramelo/contract/limits";
import { commonErrors } from "@caramelo/contract/texts/common";
import { profileTexts } from "@caramelo/contract/texts/profile";
import { type ReactNode, useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { AboutFields } from "~/ui/forms/about-fields.tsx";
import { AgeField } from "~/ui/forms/age-field.tsx";
import { recheckChanged } from "~/ui/forms/form-rules.ts";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { TextField } from "~/ui/forms/text-field.tsx";
import { type FormApi, useForm } from "~/ui/forms/use-form.ts";
import { DiscardDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { StaleAlert } from "~/ui/states/failed-alert.tsx";
import { useOwnProfileLoad, useProfileChange } from "../queries.ts";
import {
  type EditForm as Form,
  findEditErrors,
  isEdited,
  type OwnProfile,
  toChangeBody,
  toEditForm,
} from "./own-rules.ts";

/** What the form passes to the city field, which the route renders. */
export type CityFieldProps = { value: Form["city"]; onChange: (city: Form["city"]) => void; error: string | undefined };

type Props = { profile: OwnProfile; renderCity: (props: CityFieldProps) => ReactNode; onClose: () => void };
/** The form of all editable profile fields. A reload shows what was changed elsewhere meanwhile. */
export function EditForm({ profile, ...props }: Props) {
  const [openedProfile, setOpenedProfile] = useState(profile);
  const load = useOwnProfileLoad();
  return (
    <OpenedForm
      key={openedProfile.updatedAt}
      {...props}
      profile={openedProfile}
      onReload={async () => setOpenedProfile(await load())}
    />
  );
}

type FormProps = Props & { onReload: () => Promise<void> };

/** A failed save keeps the typed text. */
function OpenedForm({ profile, renderCity, onClose, onReload }: FormProps) {
  const form = useEditForm(profile, onClose);
  const { values, errors, setValues, isInvalid, rejection } = form;
  return (
    <form
      {...form.props}
      aria-labelledby="editar-perfil"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:gap-5 md:p-6"
    >
      <h2 id="editar-perfil">Editar perfil</h2>
      <NameAndAge form={form} isAgeFixed={profile.isAgeFixed} />
      {/* Cities belong to another feature, so the route renders the field. */}
      {renderCity({ value: values.city, onChange: (city) => setValues({ city }), error: errors.city })}
      <AboutFields form={form} rows={5} />
      {isInvalid && <Alert tone="error">{commonErrors.VALIDATION_ERROR}</Alert>}
      {!isInvalid && rejection?.error !== undefined && <SaveFailure failure={rejection.error} onReload={onReload} />}
      <div className="flex flex-col-reverse gap-2.5 md:flex-row md:justify-end md:gap-3">
        <CancelButton isDirty={isEdited(values, form.initial)} onCancel={onClose} />
        <Button type="submit" isBusy={form.isBusy} busyLabel="Salvando…" className="md:min-w-44">
          Salvar
        </Button>
      </div>
    </form>
  );
}

/**
 * The form with the values of the profile at its opening. A background reload does not overwrite typed text, and a save
 * does not overwrite what the reload changed.
 */
function useEditForm(profile: OwnProfile, onSaved: () => void): FormApi<Form> {
  const change = useProfileChange();
  return useForm<Form>({
    initial: toEditForm(profile),
    validate: findEditErrors,
    recheck: recheckChanged,
    submit: async (values) => {
      const body = toChangeBody(values, profile);
      if (!body) throw new Error("The form submits only valid values");
      await change.mutateAsync(body);
      showToast({ type: "success", title: profileTexts.profileSaved });
      onSaved();
    },
  });
}

/** Why a save failed. After a change made elsewhere, only the reloaded profile can be saved. */
function SaveFailure({ failure, onReload }: { failure: unknown; onReload: () => Promise<void> }) {
  const [reloadFailure, setReloadFailure] = useState<unknown>();
  if (!isApiError(failure, "USER_CHANGED")) return <Alert tone="error">{messageOf(failure)}</Alert>;
  const text = messageOf(reloadFailure ?? failure);
  return <StaleAlert text={text} onReload={() => onReload().catch(setReloadFailure)} />;
}

function NameAndAge({ form: { field }, isAgeFixed }: { form: FormApi<Form>; isAgeFixed: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3 md:grid-cols-[minmax(0,1fr)_10rem] md:gap-4">
      <TextField
        label="Nome"
        autoComplete="given-name"
        maxLength={NAME_MAX}
        required
        ref={takeFocus}
        {...field("name")}
      />
      <AgeField
        readOnly={isAgeFixed}
        hint={isAgeFixed ? "Vem da sua data de nascimento verificada." : undefined}
        className="[&_input]:[appearance:textfield] [&_input::-webkit-inner-spin-button]:appearance-none"
        {...field("age")}
      />
    </div>
  );
}

/** Asks for a confirmation before closing the form, if typed text would be lost. */
function CancelButton({ isDirty, onCancel }: { isDirty: boolean; onCancel: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => (isDirty ? setIsAsking(true) : onCancel())}>
        Cancelar
      </Button>
      <DiscardDialog isOpen={isAsking} onOpenChange={setIsAsking} onConfirm={onCancel} />
    </>
  );
}
