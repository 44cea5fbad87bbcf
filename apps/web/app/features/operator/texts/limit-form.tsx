import { labelOfSetting } from "@caramelo/contract/operator/setting-labels";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import type { TextSetting } from "../queries.ts";
import { describeRate } from "../rules.ts";
import { SettingField } from "./setting-field.tsx";
import { useTextSettings } from "./use-text-settings.ts";

/** All limits. Most are a number of attempts in a number of seconds, and the others a number alone. */
export function LimitForm({ settings }: { settings: readonly TextSetting[] }) {
  const form = useTextSettings(settings);
  const { props, field, values } = form;
  return (
    <form {...props} className="grid max-w-5xl gap-5">
      <p className="text-14 text-muted">
        Cada limite é tentativas/segundos: 10/900 são dez em quinze minutos. Um limite que muda começa a contar de novo.
      </p>
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {settings.map((setting) => {
          const typed = values[setting.name] ?? setting.value;
          const meaning = describeRate(typed.trim());
          const preset = setting.preset === setting.value ? "" : `Padrão: ${setting.preset}`;
          return (
            <SettingField
              key={setting.name}
              setting={setting}
              label={labelOfSetting(setting.name)}
              hint={[meaning, preset].filter(Boolean).join(" · ") || null}
              field={field(setting.name)}
            />
          );
        })}
      </div>
      <FormSubmit form={form} busyLabel="Salvando…">
        Salvar limites
      </FormSubmit>
    </form>
  );
}
