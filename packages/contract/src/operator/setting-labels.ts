import { mailTexts } from "../mail/texts.ts";
import { brandLabels, limitLabels, profilesLabels, switchLabels } from "../texts/operator.ts";

const GROUP_LABELS: Record<string, Record<string, string>> = {
  brand: Object.fromEntries(Object.entries(brandLabels).map(([name, { label }]) => [name, label])),
  switch: Object.fromEntries(Object.entries(switchLabels).map(([name, { label }]) => [name, label])),
  mail: Object.fromEntries(Object.entries(mailTexts).map(([kind, { title }]) => [kind, `E-mail: ${title}`])),
  limit: limitLabels,
  profiles: profilesLabels,
};

/** Returns the label of a site setting, or its name if this page is older than the setting. */
export function labelOfSetting(setting: string): string {
  const [group = "", name = ""] = setting.split(":", 2);
  return GROUP_LABELS[group]?.[name] ?? setting;
}
