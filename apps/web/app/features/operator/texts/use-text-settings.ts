import { useEffect, useState } from "react";
import { useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { type TextSetting, useSettingActions } from "../queries.ts";
import { findNewValues, listChanges, validateTexts } from "../rules.ts";

/**
 * A form of text settings. A submit saves the fields changed here. Values saved elsewhere meanwhile appear in untouched
 * fields.
 */
export function useTextSettings(settings: readonly TextSetting[]) {
  const { save } = useSettingActions();
  const [shownValues, setShownValues] = useState(() =>
    Object.fromEntries(settings.map(({ name, value }) => [name, value])),
  );
  const form = useForm<Record<string, string>>({
    initial: shownValues,
    validate: validateTexts,
    submit: async (typedValues) => {
      const changes = listChanges(settings, typedValues, shownValues);
      if (changes.length === 0) return showToast({ type: "info", title: "Nada mudou" });
      await save.mutateAsync(changes);
      setShownValues(typedValues);
      showToast({ type: "success", title: "Configurações salvas", message: "Já valem. O histórico permite desfazer." });
    },
  });
  useEffect(() => {
    const values = findNewValues(settings, form.values, shownValues);
    if (Object.keys(values).length === 0) return;
    setShownValues({ ...shownValues, ...values });
    form.setValues(values);
  });
  return form;
}
