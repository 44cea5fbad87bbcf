import type { SwitchName } from "@caramelo/contract/member-settings/member-settings";
import { type ReactNode, useId } from "react";
import { messageOf } from "~/platform/api.ts";
import { Switch } from "~/ui/forms/switch.tsx";
import { type Settings, useSetting } from "./queries.ts";

type Props = {
  settings: Settings;
  name: SwitchName;
  label: string;
  /** The effect of the setting, and whom it affects. */
  hint?: ReactNode;
  /** The setting can be seen but not changed; `hint` says why. */
  isLocked?: boolean;
};

/** One setting that is on or off. A change is saved at once. */
export function SettingSwitch({ settings, name, label, hint, isLocked }: Props) {
  const { value, change, error } = useSetting(settings, name);
  const hintId = useId();
  return (
    <div className="py-1.5">
      <Switch
        checked={value}
        disabled={isLocked}
        onChange={(event) => change(event.currentTarget.checked)}
        aria-describedby={hint == null ? undefined : hintId}
        isRow
        className="py-2 leading-[1.35]"
      >
        {label}
      </Switch>
      {hint != null && (
        <div id={hintId} className="-mt-1 max-w-[52ch] pr-12 pb-1.5 text-14 text-muted">
          {hint}
        </div>
      )}
      {error && <SettingFailed error={error} />}
    </div>
  );
}

/** Says that the setting was reset to its former value, and why. */
export function SettingFailed({ error }: { error: unknown }) {
  return (
    <p role="alert" className="pb-1.5 text-14 font-medium text-danger">
      Não salvamos esta mudança. {messageOf(error)}
    </p>
  );
}
