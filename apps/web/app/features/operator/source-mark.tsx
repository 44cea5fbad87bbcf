import { Chip } from "~/ui/basics/chip.tsx";

type Props = { setting: { source: "preset" | "saved" | "environment"; variable?: string | null } };

/** Says where the value in force comes from. Preset values have no mark. */
export function SourceMark({ setting: { source, variable } }: Props) {
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
