import { Crown, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { TabPanel, Tabs } from "~/ui/basics/tabs.tsx";
import { Avatar } from "~/ui/people/avatar.tsx";
import { CountBadge } from "~/ui/people/badge.tsx";
import { PresenceTag } from "~/ui/people/presence-tag.tsx";
import { EmptyState, ErrorState, ForbiddenState, LoadingState, OfflineState } from "~/ui/states/screen-state.tsx";
import { SkeletonCards, SkeletonRows } from "~/ui/states/skeleton.tsx";
import { Block } from "./block.tsx";

export function SmallThings() {
  return (
    <Block title="Detalhes">
      <div className="flex flex-wrap gap-2">
        <Chip tone="info" icon={<ShieldCheck aria-hidden />}>
          Verificado
        </Chip>
        <Chip tone="gold" icon={<Crown aria-hidden />}>
          Premium
        </Chip>
        <Chip>Sugar Daddy</Chip>
        <Chip tone="ok">Aprovado</Chip>
        <Chip tone="warn">Em análise</Chip>
        <Chip tone="danger">Recusado</Chip>
        <Chip onRemove={() => {}} removeLabel="Remover filtros">
          São Paulo, SP · 22 a 34 anos
        </Chip>
      </div>
      <div className="flex flex-wrap gap-4">
        <PresenceTag presence="online" />
        <PresenceTag presence="recent" />
        <PresenceTag presence="available" />
        <PresenceTag presence="offline" />
      </div>
      <div className="flex items-center gap-4">
        <Avatar src={undefined} alt="Sem foto" presence="online" size="large" />
        <Avatar src="/nao-existe.webp" alt="Foto que falha" presence="recent" />
        <CountBadge count={7} label="por ler" />
        <CountBadge count={120} label="por ler" />
        <CountBadge count={4} label="pendentes" tone="warn" />
      </div>
      <div className="rounded-card bg-dusk p-5">
        <p className="font-display text-36">72</p>
        <p className="text-14 text-on-dusk-soft">fichas</p>
      </div>
      <div className="relative grid aspect-square max-w-40 content-end overflow-hidden rounded-card bg-photo-foot p-3 text-on-photo">
        <PresenceTag presence="online" onPhoto />
        <p className="font-display text-18">Marina, 27</p>
      </div>
    </Block>
  );
}

export function Views() {
  const [view, setView] = useState("todos");
  return (
    <Block title="Abas">
      <Tabs
        label="Perfis"
        value={view}
        onValueChange={setView}
        tabs={[
          { value: "todos", label: "Todos", count: 128 },
          { value: "destaque", label: "Em Destaque", count: 24 },
          { value: "novos", label: "Novos", count: 9 },
        ]}
      >
        <TabPanel value="todos" className="pt-4">
          Todos os perfis.
        </TabPanel>
        <TabPanel value="destaque" className="pt-4">
          Perfis em destaque.
        </TabPanel>
        <TabPanel value="novos" className="pt-4">
          Perfis novos.
        </TabPanel>
      </Tabs>
    </Block>
  );
}

export function Waiting() {
  return (
    <Block title="Esperas">
      <SkeletonRows count={2} />
      <SkeletonCards count={4} />
    </Block>
  );
}

export function States() {
  return (
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      <EmptyState
        title="Nenhum favorito encontrado"
        text="Toque no coração de um perfil e ele fica guardado aqui, só para você."
        action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
      />
      <ErrorState
        title="Não foi possível carregar"
        text="Tente de novo em instantes."
        action={<Button>Tentar Novamente</Button>}
      />
      <OfflineState title="Você está sem internet" text="Assim que a conexão voltar, tudo continua daqui." />
      <ForbiddenState
        title="Só para Premium"
        text="Este espaço abre com o plano Premium."
        action={<Button variant="gold">Ver planos</Button>}
      />
      <LoadingState title="Carregando…" />
    </div>
  );
}
