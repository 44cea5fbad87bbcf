import { PasswordField } from "~/ui/forms/password-field.tsx";
import type { FormApi } from "~/ui/forms/use-form.ts";
import type { NewPasswordForm } from "../rules.ts";
import { PasswordStrength } from "./password-strength.tsx";

type Props = {
  form: Pick<FormApi<NewPasswordForm>, "field" | "values">;
  /** Words that an attacker knows about the person. */
  own: string[];
  /** Minimum length, for forms that show it in advance. */
  min?: number | undefined;
  isFirst?: boolean | undefined;
};

export function NewPasswordFields({ form: { field, values }, own, min, isFirst = false }: Props) {
  return (
    <>
      <div>
        <PasswordField
          label={isFirst ? "Senha" : "Nova senha"}
          hint={min && `Pelo menos ${min} caracteres.`}
          autoComplete="new-password"
          required
          {...field("password")}
        />
        <PasswordStrength password={values.password} own={own} />
      </div>
      <PasswordField
        label={isFirst ? "Confirmar senha" : "Confirmar nova senha"}
        autoComplete="new-password"
        required
        {...field("passwordConfirmation")}
      />
    </>
  );
}
