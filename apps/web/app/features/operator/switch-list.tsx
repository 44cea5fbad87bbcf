import type { SwitchName } from "@caramelo/contract/operator/site-settings";
import { switchLabels } from "@caramelo/contract/texts/operator";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Switch } from "~/ui/forms/switch.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { type SwitchSetting, useSettingActions } from "./queries.ts";
import { SourceMark } from "./texts/setting-field.tsx";

// The cast is safe, because the server lists exactly the switches of this table.
const labelsOf = (name: string) => switchLabels[name.replace("switch:", "") as SwitchName];

/** The switches of the site. Each change asks for a confirmation, because it affects all members at once. */
export function SwitchList({ settings }: { settings: readonly SwitchSetting[] }) {
  const { save } = useSettingActions();
  const [askedSetting, setAskedSetting] = useState<SwitchSetting>();
  const [isOpen, setIsOpen] = useState(false);
  async function toggle({ name, isOn, preset }: SwitchSetting) {
    const value = !isOn === preset ? null : !isOn;
    const title = `${labelsOf(name).label}: ${isOn ? "desligado" : "ligado"}`;
    await save.mutateAsync([{ name: name as `switch:${SwitchName}`, value }]).then(
      () => showToast({ type: "success", title }),
      () => {},
    );
    setIsOpen(false);
  }
  return (
    <div className="grid max-w-3xl gap-4">
      {save.isError && <Alert tone="error">{messageOf(save.error)}</Alert>}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {settings.map((setting) => (
          <li key={setting.name} className="py-3">
            <Switch
              checked={setting.isOn}
              disabled={setting.source === "environment"}
              onChange={() => {
                save.reset();
                setAskedSetting(setting);
                setIsOpen(true);
              }}
              isRow
            >
              {labelsOf(setting.name).label}
            </Switch>
            <p className="max-w-[56ch] text-14 text-muted">{labelsOf(setting.name).hint}</p>
            <div className="mt-1.5">
              <SourceMark setting={setting} />
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={
          askedSetting ? `${askedSetting.isOn ? "Desligar" : "Ligar"} “${labelsOf(askedSetting.name).label}”?` : ""
        }
        text={
          askedSetting
            ? `${labelsOf(askedSetting.name).hint} Vale na hora, para todos; o histórico permite desfazer.`
            : ""
        }
        confirmLabel={askedSetting?.isOn ? "Desligar" : "Ligar"}
        tone={askedSetting?.isOn ? "danger" : "primary"}
        isBusy={save.isPending}
        onConfirm={() => askedSetting && void toggle(askedSetting)}
      />
    </div>
  );
}
