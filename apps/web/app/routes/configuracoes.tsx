import { brand } from "@caramelo/contract/brand";
import { useQuery } from "@tanstack/react-query";
import { AccountSection } from "~/features/accounts/account-section.tsx";
import { DeactivateSection } from "~/features/accounts/deactivate-section.tsx";
import { DeviceList } from "~/features/accounts/device-list.tsx";
import { PushSection } from "~/features/push/push-section.tsx";
import { BlockList } from "~/features/safety/block-list.tsx";
import { NotificationSettings } from "~/features/settings/notification-settings.tsx";
import { PrivacySettings } from "~/features/settings/privacy-settings.tsx";
import { type Settings as Saved, settingsQuery } from "~/features/settings/queries.ts";
import { SettingsFailed, SettingsSkeleton } from "~/features/settings/settings-faces.tsx";
import { PLACE_CLASS, SettingsFrame, SettingsPlace } from "~/features/settings/settings-frame.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import { type ScreenHandle, tabTitle } from "~/features/shell/rules.ts";
import { useMember } from "~/platform/session.ts";

export const meta = () => pageTitle("Configurações");
export const handle: ScreenHandle = { title: "Configurações" };

/** An example of what a tab says. */
const TAB = `Mensagens · ${brand.name}`;

const account = { id: "conta", label: "Conta" };
const notifications = { id: "notificacoes", label: "Notificações" };
const privacy = { id: "privacidade", label: "Privacidade" };
const blocked = { id: "bloqueios", label: "Pessoas bloqueadas" };
const devices = { id: "dispositivos", label: "Dispositivos" };
// The heading of that section carries this id.
const leaving = { id: "desativar-conta", label: "Desativar conta" };

const PLACES = [account, notifications, privacy, blocked, devices, leaving];
// Staff meet nobody: they have no one to block and nothing to be told of.
const STAFF_PLACES = [account, privacy, devices];

export default function Settings() {
  const settings = useQuery(settingsQuery());
  if (settings.isPending) return <SettingsSkeleton />;
  if (!settings.data) return <SettingsFailed error={settings.error} onRetry={() => void settings.refetch()} />;
  return <Sections settings={settings.data} />;
}

function Sections({ settings }: { settings: Saved }) {
  const { isAdmin } = useMember();
  return (
    <SettingsFrame places={isAdmin ? STAFF_PLACES : PLACES}>
      <SettingsPlace {...account}>
        <AccountSection />
      </SettingsPlace>
      {!isAdmin && (
        <SettingsPlace {...notifications}>
          <NotificationSettings settings={settings} push={<PushSection />} />
        </SettingsPlace>
      )}
      <SettingsPlace {...privacy}>
        <PrivacySettings settings={settings} tabTitle={tabTitle(TAB, settings.hasDiscreetTitles, 0)} />
      </SettingsPlace>
      {!isAdmin && (
        <SettingsPlace {...blocked} text="Vocês não se veem em lugar nenhum do site.">
          <BlockList />
        </SettingsPlace>
      )}
      <SettingsPlace {...devices} text="Onde sua conta está aberta. Não reconhece algum? Saia dele e troque a senha.">
        <DeviceList />
      </SettingsPlace>
      {!isAdmin && <DeactivateSection className={`${PLACE_CLASS} md:[&>button]:w-auto`} />}
    </SettingsFrame>
  );
}
