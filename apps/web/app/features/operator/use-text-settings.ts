import { showToast } from "~/ui/toast.ts";
import { useForm } from "~/ui/use-form.ts";
import { type TextSetting, useSettingActions } from "./queries.ts";
import { listChanges, validateTexts } from "./rules.ts";

/** A form of settings that are texts; one submit saves all that changed. */
export function useTextSettings(settings: readonly TextSetting[]) {
  const { save } = useSettingActions();
  return useForm<Record<string, string>>({
    initial: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    validate: validateTexts,
    submit: async (typed) => {
      const changes = listChanges(settings, typed);
      if (changes.length === 0) return showToast({ type: "info", title: "Nada mudou" });
      await save.mutateAsync(changes);
      showToast({
        type: "success",
        title: "Configurações salvas",
        message: "Já valem. O histórico permite desfazer.",
      });
    },
  });
}
