import { PasswordField } from "~/ui/forms/password-field.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";
import type { NewPasswordForm } from "../rules.ts";
import { PasswordStrength } from "./password-strength.tsx";

type Props = {
  form: Pick<FormApi<NewPasswordForm>, "field" | "values">;
  /** Words that an attacker knows about the person. */
  own: string[];
};

export function NewPasswordFields({ form: { field, values }, own }: Props) {
  return (
    <>
      <div>
        <PasswordField label="Nova senha" autoComplete="new-password" required {...field("password")} />
        <PasswordStrength password={values.password} own={own} />
      </div>
      <PasswordField
        label="Confirmar nova senha"
        autoComplete="new-password"
        required
        {...field("passwordConfirmation")}
      />
    </>
  );
}
