import { labelOfSetting } from "@caramelo/contract/operator/setting-labels";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import type { TextSetting } from "../queries.ts";
import { describeRate } from "../rules.ts";
import { RateField } from "./rate-field.tsx";
import { SettingField } from "./setting-field.tsx";
import { useTextSettings } from "./use-text-settings.ts";

/** All limits. Most are a count per period; the rest are one number. */
export function LimitForm({ settings }: { settings: readonly TextSetting[] }) {
  const form = useTextSettings(settings);
  const { props, field, values, errors, setValues } = form;
  return (
    <form {...props} className="grid max-w-5xl gap-5">
      <p className="text-14 text-muted">
        Cada limite diz quantas vezes em quanto tempo. Quando um limite muda, a contagem dele recomeça.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 lg:grid-cols-2">
        {settings.map((setting) => {
          const { name, value, preset } = setting;
          const isPreset = preset === value;
          const words = {
            label: labelOfSetting(name),
            hint: isPreset ? null : `Padrão: ${describeRate(preset) ?? preset}`,
          };
          if (!name.startsWith("limit:"))
            return <SettingField key={name} setting={setting} {...words} field={field(name)} />;
          return (
            <RateField
              key={name}
              setting={setting}
              {...words}
              error={errors[name]}
              text={values[name] ?? value}
              onText={(text) => setValues({ [name]: text })}
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
