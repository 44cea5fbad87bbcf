import { brand } from "@caramelo/contract/brand/brand";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ownFactorQuery } from "~/features/accounts/factor/queries.ts";
import { SecondFactor } from "~/features/accounts/factor/second-factor.tsx";
import { PasskeySection, passkeyText } from "~/features/accounts/passkeys/passkey-section.tsx";
import { passkeyList } from "~/features/accounts/passkeys/queries.ts";
import { ProofDialog } from "~/features/accounts/proof/proof-dialog.tsx";
import { AccountSection } from "~/features/accounts/settings/account-section.tsx";
import { DeactivateSection } from "~/features/accounts/settings/deactivate-section.tsx";
import { DelayedRequests, delayedRequestsQuery } from "~/features/accounts/settings/delayed-requests.tsx";
import { DeviceList, deviceList } from "~/features/accounts/settings/device-list.tsx";
import { SignOutEverywhere } from "~/features/accounts/settings/sign-out-everywhere.tsx";
import { NotificationSettings } from "~/features/member-settings/notification-settings.tsx";
import { PrivacySettings } from "~/features/member-settings/privacy-settings.tsx";
import { type Settings as Saved, settingsQuery } from "~/features/member-settings/queries.ts";
import {
  SECTION_CLASS,
  SettingsFailed,
  SettingsFrame,
  SettingsSection,
  SettingsSkeleton,
} from "~/features/member-settings/settings-frame.tsx";
import { PushSection } from "~/features/notifications/push/push-section.tsx";
import { pushState } from "~/features/notifications/push/queries.ts";
import { BlockList } from "~/features/safety/block-list.tsx";
import { blockList } from "~/features/safety/block-queries.ts";
import { type ScreenHandle, tabTitle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";
import { useMember } from "~/platform/session.ts";
import { TextLink } from "~/ui/basics/link.tsx";

export const meta = () => pageTitle("Configurações");
export const handle: ScreenHandle = { title: "Configurações", isWide: true };

/** An example of a tab title. */
const exampleTab = () => `Mensagens · ${brand.name}`;

const account = { id: "conta", label: "Conta" };
const passkeys = { id: "chaves", label: "Chaves de acesso" };
const factor = { id: "duas-etapas", label: "Verificação em duas etapas" };
const notifications = { id: "notificacoes", label: "Notificações" };
const privacy = { id: "privacidade", label: "Privacidade" };
const blockedSection = { id: "bloqueios", label: "Pessoas bloqueadas" };
const personalData = { id: "dados", label: "Meus dados" };
const devices = { id: "dispositivos", label: "Aparelhos" };
// The heading of the section to deactivate the account has this id.
const leavingSection = { id: "desativar-conta", label: "Desativar conta" };

const SECTIONS = [
  account,
  passkeys,
  factor,
  notifications,
  privacy,
  blockedSection,
  devices,
  personalData,
  leavingSection,
];
// Staff are not members, so they have no blocks and no notifications.
const STAFF_SECTIONS = [account, passkeys, factor, privacy, devices];

export default function Settings() {
  const settings = useQuery(settingsQuery());
  const areListsKnown = useAreListsKnown();
  if (settings.isPending || !areListsKnown) return <SettingsSkeleton />;
  if (!settings.data) return <SettingsFailed error={settings.error} onRetry={() => void settings.refetch()} />;
  return <Sections settings={settings.data} />;
}

/**
 * Whether every list of the screen has been answered once. A late one would push down the content below it, so the
 * screen waits for all of them.
 */
function useAreListsKnown(): boolean {
  const { isAdmin } = useMember();
  const [areKnown, setAreKnown] = useState(false);
  const lists = [
    useQuery(passkeyList()),
    useQuery(delayedRequestsQuery()),
    useQuery(ownFactorQuery()),
    useQuery(pushState()),
    useInfiniteQuery({ ...blockList(), enabled: !isAdmin }),
    useQuery(deviceList()),
  ];
  // Offline, a list that was never loaded is pending but not loading. Failed lists are not awaited: they reload in
  // place.
  if (!areKnown && lists.every(({ isLoading, failureCount }) => !isLoading || failureCount > 0)) setAreKnown(true);
  return areKnown;
}

function Sections({ settings }: { settings: Saved }) {
  const { isAdmin } = useMember();
  return (
    <SettingsFrame sections={isAdmin ? STAFF_SECTIONS : SECTIONS}>
      <SettingsSection {...account}>
        <DelayedRequests />
        <AccountSection />
        {!isAdmin && (
          <p className="mt-4 text-14">
            <TextLink to="/medidas">Avisos da equipe</TextLink> sobre a sua conta, e como recorrer deles.
          </p>
        )}
      </SettingsSection>
      <SettingsSection {...passkeys} text={passkeyText()}>
        <PasskeySection />
      </SettingsSection>
      <SettingsSection
        {...factor}
        text="Um aplicativo autenticador no celular mostra um código, que a sua conta pede depois da senha. Com uma chave de acesso você entra sem ele."
      >
        <SecondFactor />
      </SettingsSection>
      {!isAdmin && (
        <SettingsSection {...notifications}>
          <NotificationSettings settings={settings} push={<PushSection />} />
          <p className="border-t border-line pt-3 text-14 text-muted">
            Novidades e ofertas por e-mail:{" "}
            <TextLink to="/configuracoes/dados#autorizacoes">veja ou mude a sua autorização</TextLink>
          </p>
        </SettingsSection>
      )}
      <SettingsSection {...privacy}>
        <PrivacySettings settings={settings} tabTitle={tabTitle(exampleTab(), settings.hasDiscreetTitles, 0)} />
      </SettingsSection>
      {!isAdmin && (
        <SettingsSection {...blockedSection} text="Vocês não se veem em lugar nenhum do site.">
          <BlockList />
        </SettingsSection>
      )}
      <SettingsSection {...devices} text="Onde sua conta está aberta. Não reconhece algum? Saia dele e troque a senha.">
        <DeviceList>
          <SignOutEverywhere />
        </DeviceList>
      </SettingsSection>
      {!isAdmin && (
        <SettingsSection {...personalData} text="O que guardamos sobre você, o que você autorizou e o que pode pedir.">
          <TextLink to="/configuracoes/dados" className="inline-flex min-h-11 items-center">
            Abrir Meus dados
          </TextLink>
        </SettingsSection>
      )}
      <ProofDialog />
      {!isAdmin && <DeactivateSection className={`${SECTION_CLASS} md:[&>button]:w-auto`} />}
    </SettingsFrame>
  );
}
