import { EMAIL_MAX, NAME_MAX, REASON_MAX } from "@caramelo/contract/limits";
import { aboutTexts } from "@caramelo/contract/texts/about";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { commonErrors } from "@caramelo/contract/texts/common";
import { accountTypeNames } from "@caramelo/contract/texts/profile";
import { isApiError } from "~/platform/api.ts";
import { messageOr } from "~/platform/message-or.ts";
import { type AccountType, accountTypesOf, GENDERS, type Gender } from "~/platform/person-rules.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { AgeField } from "~/ui/forms/age-field.tsx";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { CityField } from "~/ui/forms/city-field.tsx";
import { recheckChanged } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { EmailField, TextField } from "~/ui/forms/text-field.tsx";
import { type FormApi, useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { StaleAlert } from "~/ui/states/failed-alert.tsx";
import { type StaffUserDetail, useUserEdit } from "../queries.ts";
import { SUSPENSION_HINT } from "../rules.ts";
import { findUserErrors, toEditBody, toUserForm, type UserForm as Values } from "./edit-rules.ts";

type Props = {
  user: StaffUserDetail;
  may: { email: boolean; premium: boolean };
  /** The target of "Cancelar". */
  list: string;
  onSubmit: () => void;
  onSaved: (user: StaffUserDetail) => void;
  onReload: () => void;
};

/** All fields that staff may change of a member, saved in one request. */
export function UserForm({ user, may, list, onSubmit, onSaved, onReload }: Props) {
  const edit = useUserEdit(user.id);
  const form = useForm<Values>({
    initial: toUserForm(user),
    validate: (values) => findUserErrors(values, user.isActive),
    recheck: recheckChanged,
    submit: async (values) => {
      onSubmit();
      onSaved(await edit.mutateAsync(toEditBody(values, user)));
    },
  });
  const { values, errors, field, setValues } = form;
  return (
    <form {...form.props} className="grid gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-18">Dados básicos</legend>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
          <TextField label="Nome completo" maxLength={NAME_MAX} required {...field("name")} />
          <AgeField
            readOnly={user.isAgeFixed}
            hint={user.isAgeFixed ? "Vem da data de nascimento verificada." : undefined}
            {...field("age")}
          />
        </div>
        <EmailField
          label="E-mail"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          readOnly={!may.email}
          hint={emailHint(user, may.email)}
          {...field("email")}
        />
        <div className="grid gap-4 sm:max-md:grid-cols-2 lg:max-xl:grid-cols-2">
          <ChoiceGroup
            label="Gênero"
            name="gender"
            choices={GENDERS}
            value={values.gender}
            onValueChange={(gender: Gender) => setValues({ gender, accountType: accountTypesOf(gender)[0] })}
            error={errors.gender}
          />
          <ChoiceGroup<AccountType>
            label="Tipo de conta"
            name="accountType"
            choices={accountTypesOf(values.gender).map((value) => ({ value, label: accountTypeNames[value] }))}
            value={values.accountType}
            onValueChange={(accountType) => setValues({ accountType })}
            error={errors.accountType}
          />
        </div>
        <CityField value={values.city} onChange={(city) => setValues({ city })} error={errors.city} />
      </fieldset>
      <StatusFields form={form} user={user} mayPremium={may.premium} />
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-18">Textos do perfil</legend>
        {aboutTexts.map(({ name, staff }) => (
          <TextArea key={name} label={staff.editLabel} rows={4} required {...field(name)} />
        ))}
      </fieldset>
      <FormFailure form={form} onReload={onReload} />
      <div className="flex flex-col-reverse gap-2.5 md:flex-row md:justify-end md:gap-3">
        <ButtonLink to={list} variant="outline">
          Cancelar
        </ButtonLink>
        <Button type="submit" isBusy={form.isBusy} busyLabel="Salvando…" className="md:min-w-48">
          Salvar Alterações
        </Button>
      </div>
    </form>
  );
}

function emailHint({ isManaged, pendingEmail }: StaffUserDetail, mayChange: boolean): string | undefined {
  if (pendingEmail) return `${pendingEmail} espera a confirmação da pessoa.`;
  if (!mayChange) return "Só quem administra o site muda o e-mail.";
  return isManaged ? undefined : "Um e-mail novo só vale depois que a pessoa o confirmar pelo link que enviamos.";
}

type StatusProps = { form: FormApi<Values>; user: StaffUserDetail; mayPremium: boolean };

function StatusFields({ form: { field, values }, user, mayPremium }: StatusProps) {
  const hasLeft = user.status === "deactivated" || user.status === "unconfirmed";
  const activeHint = user.frozenAt ? adminMessages.frozen.hint : ACTIVE_HINTS[user.status];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-2 font-display text-18">Situação da conta</legend>
      <Checkbox {...field("isVerified")} disabled={user.isManaged && !user.isVerified}>
        Perfil Verificado
      </Checkbox>
      <Checkbox
        {...field("isPremium")}
        disabled={!mayPremium || user.isManaged}
        hint={user.isPremiumPaid ? "Este Premium foi pago e termina com o reembolso do pedido." : undefined}
      >
        Usuário Premium
      </Checkbox>
      <Checkbox {...field("isActive")} disabled={hasLeft} hint={activeHint}>
        Conta Ativa
      </Checkbox>
      {user.isActive && !values.isActive && (
        <TextArea
          label="Motivo da suspensão"
          hint={user.isManaged ? undefined : SUSPENSION_HINT}
          rows={2}
          maxLength={REASON_MAX}
          required
          className="pb-2 pl-7.5"
          {...field("reason")}
        />
      )}
      <Checkbox
        {...field("isWildcardCity")}
        hint="O usuário aparece com a mesma cidade de quem está navegando, para aumentar as combinações por proximidade. A etiqueta “Cidade coringa” aparece sempre."
      >
        Cidade Coringa
      </Checkbox>
    </fieldset>
  );
}

const ACTIVE_HINTS: Partial<Record<StaffUserDetail["status"], string>> = {
  deactivated: "A própria pessoa desativou a conta e volta quando entrar de novo.",
  unconfirmed: "A conta ainda espera a confirmação do e-mail.",
};

function FormFailure({ form, onReload }: { form: FormApi<Values>; onReload: () => void }) {
  if (form.isInvalid) return <Alert tone="error">{commonErrors.VALIDATION_ERROR}</Alert>;
  const { failure } = form;
  if (failure === undefined) return null;
  const text = messageOr(adminMessages.profileUpdateFailed, failure);
  if (!isApiError(failure, "USER_CHANGED")) return <Alert tone="error">{text}</Alert>;
  return <StaleAlert text={text} onReload={onReload} />;
}
