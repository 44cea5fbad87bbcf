import type { ComponentProps } from "react";
import { TextField } from "~/ui/forms/text-field.tsx";
import { factorTexts } from "./rules.ts";

type Props = Omit<ComponentProps<typeof TextField>, "label" | "hint"> & { isSettingUp?: boolean };

/** A field for a code of the authenticator or, once a factor is set up, a recovery code. */
export function CodeField({ isSettingUp = false, ...field }: Props) {
  return (
    <TextField
      label="Código"
      hint={isSettingUp ? undefined : factorTexts.codeHint}
      // Recovery codes have letters.
      inputMode={isSettingUp ? "numeric" : "text"}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      required
      {...field}
    />
  );
}
