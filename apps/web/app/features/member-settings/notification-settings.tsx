import type { ReactNode } from "react";
import { MailFrequencyField } from "./mail-frequency.tsx";
import type { Settings } from "./queries.ts";
import { SettingSwitch } from "./setting-switch.tsx";

/** How the member is notified, on the site and elsewhere. `push` is the section about this browser. */
export function NotificationSettings({ settings, push }: { settings: Settings; push?: ReactNode }) {
  return (
    <div className="divide-y divide-line">
      <Group title="No site">
        <SettingSwitch
          settings={settings}
          name="hasPopUps"
          label="Avisos na tela"
          hint="Um aviso rápido a cada mensagem nova, enquanto você navega."
        />
        <SettingSwitch settings={settings} name="hasSound" label="Som" hint="Um toque baixo junto com o aviso." />
      </Group>
      <Group title="Por e-mail">
        <div className="grid gap-4 pt-2 pb-3 md:grid-cols-3">
          <MailFrequencyField settings={settings} name="mailMessages" label="Mensagens" />
          <MailFrequencyField settings={settings} name="mailFavorites" label="Favoritos e matches" />
          <MailFrequencyField settings={settings} name="mailVisits" label="Visitas" />
        </div>
      </Group>
      {push && (
        <Group title="Neste navegador ou aparelho">
          <div className="pt-1 pb-2">{push}</div>
          <SettingSwitch settings={settings} name="hasPushMessages" label="Avisar de mensagens" />
          <SettingSwitch
            settings={settings}
            name="hasPushActivity"
            label="Avisar de favoritos, matches, visitas e horários de pico"
          />
        </Group>
      )}
      <Group title="Discrição">
        <SettingSwitch
          settings={settings}
          name="hasNamesOutside"
          label="Mostrar nomes nos avisos fora do site"
          hint={
            <>
              E-mails e avisos do navegador dizem{" "}
              {settings.hasNamesOutside ? "de quem é a novidade." : "só que há uma novidade, sem o nome de ninguém."}
            </>
          }
        />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="py-3 first:pt-1 last:pb-1">
      <h3 className="pb-1 font-sans text-14 font-semibold tracking-normal text-muted">{title}</h3>
      {children}
    </div>
  );
}
