import { AGE_MAX, AGE_MIN } from "@caramelo/contract/limits";
import type { ComponentProps } from "react";
import { TextField } from "~/ui/forms/text-field.tsx";

export function AgeField({
  label = "Idade",
  ...props
}: Omit<ComponentProps<typeof TextField>, "label"> & { label?: string }) {
  return <TextField label={label} type="number" inputMode="numeric" min={AGE_MIN} max={AGE_MAX} required {...props} />;
}
