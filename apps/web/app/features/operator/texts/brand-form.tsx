import { type BrandName, brandSettings } from "@caramelo/contract/operator/site-settings";
import { brandLabels } from "@caramelo/contract/texts/operator";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import type { TextSetting } from "../queries.ts";
import { SettingField } from "./setting-field.tsx";
import { useTextSettings } from "./use-text-settings.ts";

/** The name of the site and the company behind it. */
export function BrandForm({ settings }: { settings: readonly TextSetting[] }) {
  const form = useTextSettings(settings);
  const { props, field } = form;
  return (
    <form {...props} className="grid max-w-3xl gap-5">
      <p className="text-14 text-muted">
        Vale para as páginas, os e-mails e os textos legais assim que você salva. Quem está com o site aberto vê a
        mudança ao carregar a página de novo.
      </p>
      {settings.map((setting) => {
        // The cast is safe, because the server lists exactly the names of the brand.
        const name = setting.name.replace("brand:", "") as BrandName;
        const { label, hint } = brandLabels[name];
        return (
          <SettingField
            key={name}
            setting={setting}
            label={label}
            hint={hint}
            field={field(setting.name)}
            maxLength={brandSettings[name].max}
          />
        );
      })}
      <FormSubmit form={form} busyLabel="Salvando…">
        Salvar
      </FormSubmit>
    </form>
  );
}
