import { momentText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { QueryState } from "~/ui/states/query-state.tsx";
import { type Providers, providersQuery } from "./queries.ts";
import { ageHints, ageNames, databaseText, methodNames, providerNames } from "./rules.ts";

/** Shows the services of this installation. They are set in the environment and read-only here. */
export function ProviderList() {
  const providers = useQuery(providersQuery);
  if (!providers.data) return <QueryState query={providers} failed="Os provedores não carregaram" />;
  const { isProduction, address, mail, push, safety } = providers.data;
  const databaseWords = databaseText(providers.data);
  return (
    <div className="grid max-w-4xl gap-4 lg:grid-cols-2">
      <p className="text-14 text-muted lg:col-span-2">
        Os provedores são escolhidos no ambiente do servidor; nenhum segredo aparece aqui.
      </p>
      <Card
        title="Site"
        mark={<Chip text={isProduction ? "Produção" : "Demonstração"} tone={isProduction ? "ok" : "warn"} />}
      >
        <Fact name="Endereço">{address}</Fact>
        <Fact name="Banco de dados">
          <span>{databaseWords.version}</span>
          {isProduction && databaseWords.advice && (
            <span className="mt-0.5 block max-w-[56ch] text-13 text-muted">{databaseWords.advice}</span>
          )}
        </Fact>
        <Fact name="Idade garantida (AGE_ASSURANCE)">
          <span>{ageNames[safety.ageAssurance]}</span>
          <span className="mt-0.5 block max-w-[56ch] text-13 text-muted">{ageHints[safety.ageAssurance]}</span>
          {safety.ageAssurance !== "off" && (
            <TextLink to="/admin/verificacoes?situacao=pendentes">Ver pedidos</TextLink>
          )}
        </Fact>
        <Fact name="Duas etapas da equipe (ADMIN_2FA)">{safety.requiresFactor ? "Obrigatórias" : "Opcionais"}</Fact>
      </Card>
      <Card
        title="E-mail"
        mark={<Chip text={mail.isSending ? "Enviando" : "Só guardando"} tone={mail.isSending ? "ok" : "warn"} />}
      >
        <Fact name="Servidor">{mail.server ?? "Nenhum (SMTP_URL)"}</Fact>
        <Fact name="Remetente">{mail.from}</Fact>
        <Fact name="Última falha">{mail.lastFailedAt === null ? "Nenhuma" : momentText(mail.lastFailedAt)}</Fact>
        <TextLink to="/admin/emails">Ver e-mails</TextLink>
      </Card>
      <Payments payments={providers.data.payments} />
      <Card
        title="Avisos por push"
        mark={<Chip text={push.isOn ? "Ligado" : "Desligado"} tone={push.isOn ? "ok" : "warn"} />}
      >
        <Fact name="Serviços aceitos">{push.services.join(", ")}</Fact>
      </Card>
    </div>
  );
}

function Payments({ payments }: Pick<Providers, "payments">) {
  if (payments.length === 0)
    return (
      <Card title="Pagamentos" mark={<Chip text="Nenhum" tone="danger" />}>
        <p className="text-14 text-muted">Sem provedor (PAYMENTS), ninguém pode comprar.</p>
      </Card>
    );
  return payments.map(({ name, isLive, methods, lastWebhookAt }) => (
    <Card
      key={name}
      title={providerNames[name] ?? name}
      mark={<Chip text={isLive ? "Dinheiro real" : "Teste"} tone={isLive ? "ok" : "warn"} />}
    >
      <Fact name="Recebe por">{methods.map((method) => methodNames[method]).join(" e ")}</Fact>
      <Fact name="Última notificação (webhook)">
        {lastWebhookAt === null ? "Nenhuma ainda" : momentText(lastWebhookAt)}
      </Fact>
    </Card>
  ));
}

function Card({ title, mark, children }: { title: string; mark: ReactNode; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-18">{title}</h2>
        {mark}
      </div>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="text-14">
      <span className="block text-13 text-muted">{name}</span>
      <span className="wrap-anywhere">{children}</span>
    </p>
  );
}
