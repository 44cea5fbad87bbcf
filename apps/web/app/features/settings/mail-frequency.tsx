import { SelectField } from "~/ui/select-field.tsx";
import { type Settings, useSettingChange } from "./queries.ts";
import { frequencies } from "./rules.ts";
import { SettingFailed } from "./setting-switch.tsx";

type Props = { settings: Settings; name: "mailMessages" | "mailFavorites" | "mailVisits"; label: string };

/** How often a mail tells of one kind of news; saved at once. */
export function MailFrequencyField({ settings, name, label }: Props) {
  const change = useSettingChange(name);
  return (
    <div>
      <SelectField
        label={label}
        value={settings[name]}
        onChange={({ currentTarget }) => {
          const chosen = frequencies.find(({ value }) => value === currentTarget.value);
          if (chosen) change.mutate(chosen.value);
        }}
      >
        {frequencies.map(({ value, label: word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
      {change.isError && (
        <div className="pt-1.5">
          <SettingFailed error={change.error} />
        </div>
      )}
    </div>
  );
}
