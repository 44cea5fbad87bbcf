import { type FormEvent, useState } from "react";
import { PasswordField } from "~/ui/password-field.tsx";
import { PasswordStrength } from "./password-strength.tsx";
import type { Faults, NewPasswordForm } from "./rules.ts";

type Props = {
  faults: Faults<NewPasswordForm>;
  /** Words an attacker knows of the person. */
  own: string[];
};

/** A new password, how strong it is, and its repetition. */
export function NewPasswordFields({ faults, own }: Props) {
  const [password, setPassword] = useState("");
  const handleInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => setPassword(currentTarget.value);
  return (
    <>
      <div>
        <PasswordField
          label="Nova senha"
          name="password"
          autoComplete="new-password"
          required
          onInput={handleInput}
          error={faults.password}
        />
        <PasswordStrength password={password} own={own} />
      </div>
      <PasswordField
        label="Confirmar nova senha"
        name="passwordConfirmation"
        autoComplete="new-password"
        required
        error={faults.passwordConfirmation}
      />
    </>
  );
}
