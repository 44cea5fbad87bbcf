import { Crown } from "lucide-react";
import { useMember } from "~/platform/session.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { AvailabilityPreview } from "./availability-preview.tsx";
import type { Settings } from "./queries.ts";
import { findInvisibleState } from "./rules.ts";
import { SettingSwitch } from "./setting-switch.tsx";

type Props = {
  settings: Settings;
  /** An example of a current tab title. */
  tabTitle: string;
};

/**
 * What others see of the member, and what a person near the screen can read. Staff have no settings about being seen,
 * because they are not visible.
 */
export function PrivacySettings({ settings, tabTitle }: Props) {
  const { isAdmin } = useMember();
  return (
    <div className="divide-y divide-line">
      {!isAdmin && <PresenceSettings settings={settings} />}
      <SettingSwitch
        settings={settings}
        name="hasDiscreetTitles"
        label="Títulos discretos"
        hint={<TitleExample title={tabTitle} />}
      />
    </div>
  );
}

function PresenceSettings({ settings }: { settings: Settings }) {
  const invisible = findInvisibleState(settings.isInvisible, useMember().isPremium);
  return (
    <>
      <SettingSwitch
        settings={settings}
        name="isPresenceHidden"
        label="Ocultar presença"
        hint="Ninguém vê quando você está online. Seu perfil aparece sempre como offline."
      />
      <SettingSwitch
        settings={settings}
        name="isInvisible"
        label="Modo invisível"
        isLocked={invisible === "locked"}
        hint={
          <>
            <span>Suas visitas a outros perfis não deixam rastro.</span>
            {(invisible === "locked" || invisible === "resting") && <PremiumOnly isResting={invisible === "resting"} />}
          </>
        }
      />
      <div>
        <SettingSwitch
          settings={settings}
          name="offersAvailability"
          label="Aparecer como disponível nos horários de pico"
          hint="Às 9h, 13h e 18h algumas pessoas são sorteadas e aparecem como disponíveis por 10 ou 30 minutos."
        />
        <AvailabilityPreview settings={settings} />
      </div>
    </>
  );
}

function PremiumOnly({ isResting }: { isResting: boolean }) {
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-1.5">
      <Crown aria-hidden className="size-4 text-gold" strokeWidth={1.75} />
      {isResting ? "Só vale com o Premium ativo." : "Faz parte do Premium."}
      <TextLink to="/premium" className="inline-flex min-h-11 items-center">
        Conhecer o Premium
      </TextLink>
    </span>
  );
}

function TitleExample({ title }: { title: string }) {
  return (
    <>
      A aba do navegador não diz em que site você está, e o aviso na tela não diz quem escreveu. Agora a aba mostra:
      <span className="mt-2 mb-1 flex w-fit max-w-full items-center rounded-t-control border border-b-0 border-line bg-tint px-3 py-1.5 text-13 text-ink">
        <span className="truncate">{title}</span>
      </span>
    </>
  );
}
