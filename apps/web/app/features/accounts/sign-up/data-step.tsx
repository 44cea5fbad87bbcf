import { EMAIL_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { commonErrors } from "@caramelo/contract/texts/common";
import { messageOf } from "~/platform/api.ts";
import { useIsHydrated } from "~/platform/hydration.ts";
import { Button } from "~/ui/basics/button.tsx";
import { AboutFields } from "~/ui/forms/about-fields.tsx";
import { AgeField } from "~/ui/forms/age-field.tsx";
import { CityField } from "~/ui/forms/city-field.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { EmailField, TextField } from "~/ui/forms/text-field.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { ConsentFields } from "../consent-fields.tsx";
import { PasswordStrength } from "../password/password-strength.tsx";
import { AccountTypeField, GenderField } from "./account-type-field.tsx";
import type { SignUpFormApi } from "./use-sign-up-form.ts";

/** Step 1 of the sign-up: who the person is and what they look for. */
export function SignUpDataStep({ form }: { form: SignUpFormApi }) {
  const { field, values, errors, setValues } = form;
  const isHydrated = useIsHydrated();
  return (
    // `props` sets the method POST, so that without scripts the fields do not end up in an address.
    <form {...form.props} className="grid gap-4">
      <EmailField
        label="E-mail"
        autoComplete="username"
        placeholder="voce@exemplo.com.br"
        maxLength={EMAIL_MAX}
        {...field("email")}
      />
      <Passwords form={form} />
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3 md:grid-cols-[minmax(0,1fr)_10rem] md:gap-4">
        <TextField
          label="Nome"
          autoComplete="given-name"
          placeholder="Seu nome"
          maxLength={NAME_MAX}
          required
          {...field("name")}
        />
        <AgeField
          className="[&_input]:[appearance:textfield] [&_input::-webkit-inner-spin-button]:appearance-none"
          {...field("age")}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <GenderField form={form} />
        <AccountTypeField form={form} />
      </div>
      <CityField value={values.city} onChange={(city) => setValues({ city })} error={errors.city} />
      <AboutFields form={form} hasExamples />
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      <ConsentFields field={form.field} />
      {form.isInvalid && <Alert tone="error">{commonErrors.VALIDATION_ERROR}</Alert>}
      <Button
        type="submit"
        size="large"
        isWide
        disabled={!isHydrated}
        isBusy={form.isBusy}
        className="disabled:opacity-100"
      >
        Continuar
      </Button>
    </form>
  );
}

function Passwords({ form: { field, values } }: { form: SignUpFormApi }) {
  const { password, email, name } = values;
  return (
    <div className="grid grid-cols-2 gap-x-3 md:gap-x-4">
      <PasswordField label="Senha" autoComplete="new-password" required {...field("password")} />
      <TextField
        label="Confirmar senha"
        type="password"
        autoComplete="new-password"
        required
        {...field("passwordConfirmation")}
      />
      <PasswordStrength password={password} own={[name, ...email.split("@")]} />
    </div>
  );
}
