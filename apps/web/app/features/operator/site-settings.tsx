import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { TabPanel, Tabs } from "~/ui/basics/tabs.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { ProviderList } from "./provider-list.tsx";
import { siteSettingsQuery } from "./queries.ts";
import { readTab, SETTING_TABS } from "./rules.ts";
import { SettingHistory } from "./setting-history.tsx";
import { SwitchList } from "./switch-list.tsx";
import { BrandForm } from "./texts/brand-form.tsx";
import { LimitForm } from "./texts/limit-form.tsx";
import { MailEditor } from "./texts/mail-editor.tsx";

/** The site settings. The open tab is stored in the address. */
export function SiteSettings() {
  const [search, setSearch] = useSearchParams();
  const tab = readTab(search.get("aba"));
  return (
    <Tabs
      label="Configurações do site"
      tabs={SETTING_TABS}
      value={tab}
      onValueChange={(aba) => setSearch({ aba }, { replace: true, preventScrollReset: true })}
    >
      {SETTING_TABS.map(({ value }) => (
        <TabPanel key={value} value={value} className="pt-5">
          {value === "provedores" && <ProviderList />}
          {value === "historico" && <SettingHistory />}
          {value !== "provedores" && value !== "historico" && <Values tab={value} />}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function Values({ tab }: { tab: "marca" | "emails" | "limites" | "recursos" }) {
  const settings = useQuery(siteSettingsQuery);
  if (!settings.data) return <QueryState query={settings} failed="As configurações não carregaram" />;
  const { brand, limits, switches, mails } = settings.data;
  if (tab === "marca") return <BrandForm settings={brand} />;
  if (tab === "limites") return <LimitForm settings={limits} />;
  if (tab === "recursos") return <SwitchList settings={switches} />;
  return <MailEditor mails={mails} brand={brand} />;
}
