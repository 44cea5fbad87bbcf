import type { ComponentProps } from "react";
import { TextField } from "~/ui/forms/text-field.tsx";

/** A field for an e-mail address, which keyboards neither capitalize nor correct. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} required {...props} />;
}
