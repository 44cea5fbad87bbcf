import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import type { TextSetting } from "../queries.ts";

type Props = {
  setting: TextSetting;
  label: string;
  hint: ReactNode;
  field: {
    name: string;
    error: string | undefined;
    defaultValue: string | undefined;
    defaultChecked: boolean | undefined;
  };
  maxLength?: number;
};

/** A text setting. A value set by the environment is read-only. */
export function SettingField({ setting, label, hint, field, maxLength }: Props) {
  const isFixed = setting.source === "environment";
  return (
    <TextField
      label={label}
      hint={hint}
      aside={<SourceMark setting={setting} />}
      icon={isFixed ? <Lock aria-hidden strokeWidth={1.75} /> : undefined}
      readOnly={isFixed}
      maxLength={maxLength}
      {...field}
    />
  );
}

type SourceProps = { setting: { source: "preset" | "saved" | "environment"; variable?: string | null } };

/** Says where the value in force comes from. Preset values have no mark. */
export function SourceMark({ setting: { source, variable } }: SourceProps) {
  if (source === "preset") return null;
  return (
    <Chip
      text={source === "environment" ? `Do ambiente: ${variable}` : "Alterado"}
      tone={source === "environment" ? "info" : "ok"}
      size="tiny"
      className="-my-1 shrink-0"
    />
  );
}
