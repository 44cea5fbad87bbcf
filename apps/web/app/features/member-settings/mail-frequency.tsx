import type { FrequencyName } from "@caramelo/contract/member-settings/member-settings";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { type Settings, useSetting } from "./queries.ts";
import { frequencies } from "./rules.ts";
import { SettingFailed } from "./setting-switch.tsx";

type Props = { settings: Settings; name: FrequencyName; label: string };

/** How often a mail announces one kind of event. A change is saved immediately. */
export function MailFrequencyField({ settings, name, label }: Props) {
  const { value, change, error } = useSetting(settings, name);
  return (
    <div>
      <SelectField
        label={label}
        value={value}
        onChange={({ currentTarget }) => {
          const chosenFrequency = frequencies.find((frequency) => frequency.value === currentTarget.value);
          if (chosenFrequency) change(chosenFrequency.value);
        }}
        options={frequencies.map((frequency) => [frequency.value, frequency.label])}
      />
      {error && (
        <div className="pt-1.5">
          <SettingFailed error={error} />
        </div>
      )}
    </div>
  );
}
