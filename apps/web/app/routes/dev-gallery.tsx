import {
  Bell,
  Crown,
  Ellipsis,
  Flag,
  Heart,
  MapPin,
  Pencil,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  UserX,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { Alert } from "~/ui/alert.tsx";
import { Avatar } from "~/ui/avatar.tsx";
import { CountBadge } from "~/ui/badge.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Chip } from "~/ui/chip.tsx";
import { ChoiceGroup } from "~/ui/choice-group.tsx";
import { ComboboxField, type ComboboxOption } from "~/ui/combobox-field.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Dialog, DialogClose } from "~/ui/dialog.tsx";
import { Face } from "~/ui/face.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { ButtonLink, TextLink } from "~/ui/link.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/menu.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { Popover } from "~/ui/popover.tsx";
import { PresenceTag } from "~/ui/presence-tag.tsx";
import { SelectField } from "~/ui/select-field.tsx";
import { Sheet, SheetClose } from "~/ui/sheet.tsx";
import { SkeletonCards, SkeletonRows } from "~/ui/skeleton.tsx";
import { RangeSlider, Slider, type Span } from "~/ui/slider.tsx";
import { Switch } from "~/ui/switch.tsx";
import { TabPanel, Tabs } from "~/ui/tabs.tsx";
import { TextArea } from "~/ui/text-area.tsx";
import { TextField } from "~/ui/text-field.tsx";
import { ThemeSwitch } from "~/ui/theme-switch.tsx";
import { showToast } from "~/ui/toast.ts";

export const meta = () => [{ title: "Componentes · Caramelo" }];

/** Every piece of the design system in every state, for the eye and for the tests of look and access. */
export default function DevGallery() {
  return (
    <main className="mx-auto grid max-w-7xl gap-6 px-4 py-6 md:px-8">
      <header className="flex items-center justify-between">
        <h1>Componentes</h1>
        <ThemeSwitch />
      </header>
      <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
        <Buttons />
        <Fields />
        <Choices />
        <Messages />
        <Layers />
        <SmallThings />
        <Sliders />
        <Views />
        <Waiting />
      </div>
      <Faces />
    </main>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-4 rounded-card border border-line bg-surface p-5">
      <h2 className="text-18">{title}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Block title="Botões">
      <div className="flex flex-wrap gap-3">
        <Button>Aplicar Filtros</Button>
        <Button variant="outline">
          <Pencil aria-hidden strokeWidth={1.75} /> Editar Perfil
        </Button>
        <Button variant="ghost">Limpar Filtros</Button>
        <Button variant="gold">
          <Crown aria-hidden strokeWidth={1.75} /> Tornar-se Premium
        </Button>
        <Button variant="danger">Desativar conta</Button>
        <Button size="small" variant="outline">
          Analisar
        </Button>
        <Button disabled>Indisponível</Button>
      </div>
      <Button size="large" isWide isBusy busyLabel="Entrando…">
        Entrar
      </Button>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to="/login" variant="outline">
          Um link
        </ButtonLink>
        <p>
          Ainda não tem conta? <TextLink to="/cadastro">Cadastre-se</TextLink>
        </p>
      </div>
      <div className="flex items-center gap-2">
        <IconButton label="Notificações">
          <Bell aria-hidden strokeWidth={1.75} />
          <CountBadge count={5} label="notificações não lidas" place="corner" />
        </IconButton>
        <IconButton label="Filtros" look="outline">
          <SlidersHorizontal aria-hidden strokeWidth={1.75} />
        </IconButton>
        <span className="rounded-control bg-[#c98]">
          <IconButton label="Favoritar" look="photo">
            <Heart aria-hidden strokeWidth={1.75} />
          </IconButton>
        </span>
      </div>
    </Block>
  );
}

function Fields() {
  return (
    <Block title="Campos">
      <TextField label="Email" type="email" placeholder="voce@exemplo.com.br" autoComplete="email" />
      <TextField
        label="Nome"
        defaultValue="Ri"
        error="O nome precisa de 3 letras ou mais."
        hint="Como você quer ser chamado."
      />
      <PasswordField label="Senha" placeholder="Sua senha" autoComplete="current-password" />
      <TextArea label="Sobre você" maxLength={40} placeholder="Conte um pouco da sua rotina, do que gosta…" />
      <SelectField label="Ordenar por" defaultValue="new">
        <option value="new">Mais novos</option>
        <option value="old">Mais antigos</option>
      </SelectField>
      <TextField label="Indisponível" disabled defaultValue="Não muda" />
    </Block>
  );
}

const CITIES = [
  "São Paulo, SP",
  "São José dos Campos, SP",
  "São José do Vale do Rio Preto, RJ",
  "Osasco, SP",
  "Santos, SP",
];

function Choices() {
  const [city, setCity] = useState<ComboboxOption | null>(null);
  const [text, setText] = useState("");
  const found = CITIES.filter((name) => text.length > 1 && name.toLowerCase().includes(text.toLowerCase()));
  return (
    <Block title="Escolhas">
      <ChoiceGroup
        label="Gênero"
        name="gender"
        defaultValue="feminino"
        choices={[
          { value: "feminino", label: "Feminino" },
          { value: "masculino", label: "Masculino" },
        ]}
      />
      <ChoiceGroup
        label="Tipo de conta"
        name="role"
        error="Escolha o tipo de conta."
        choices={[
          { value: "baby", label: "Sugar Baby" },
          { value: "mommy", label: "Sugar Mommy" },
        ]}
      />
      <ComboboxField
        label="Localização"
        hint="Digite o nome da sua cidade."
        placeholder="Sua cidade"
        icon={<MapPin aria-hidden strokeWidth={1.75} />}
        options={found.map((name) => ({ value: name, label: name }))}
        value={city}
        onValueChange={setCity}
        onSearch={setText}
        emptyText="Nenhuma cidade encontrada"
      />
      <div>
        <Checkbox defaultChecked>Lembrar de mim</Checkbox>
        <Checkbox error="É preciso aceitar para continuar.">
          Tenho 18 anos ou mais e aceito os <TextLink to="/termos">Termos de uso</TextLink>.
        </Checkbox>
      </div>
      <div className="flex gap-4">
        <Switch defaultChecked>Ativo</Switch>
        <Switch>Premium</Switch>
      </div>
    </Block>
  );
}

function Messages() {
  return (
    <Block title="Mensagens">
      <Alert tone="error">Email ou senha incorretos. Verifique suas credenciais e tente novamente.</Alert>
      <Alert tone="success" title="Conta criada!">
        Faça login para continuar.
      </Alert>
      <Alert tone="warning">Sua verificação está em análise.</Alert>
      <Alert tone="info">Mostramos cidades a até 50 km.</Alert>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="outline"
          onClick={() =>
            showToast({
              type: "success",
              title: "Conta criada!",
              message: "Sua conta foi criada com sucesso. Faça login para continuar.",
            })
          }
        >
          Sucesso
        </Button>
        <Button
          size="small"
          variant="outline"
          onClick={() =>
            showToast({ type: "error", title: "Problema de conexão. Verifique sua internet e tente novamente." })
          }
        >
          Erro
        </Button>
        <Button
          size="small"
          variant="outline"
          onClick={() =>
            showToast({
              type: "info",
              title: "Marina",
              message: "Adorei a ideia do jantar na quinta…",
              image: "/default-avatar.svg",
              to: "/dev/componentes",
            })
          }
        >
          Mensagem
        </Button>
      </div>
    </Block>
  );
}

function Layers() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Block title="Camadas">
      <div className="flex flex-wrap gap-3">
        <Dialog
          trigger={<Button variant="outline">Diálogo</Button>}
          title="Denunciar perfil"
          description="Conte o que aconteceu. A pessoa não saberá que foi você."
          footer={
            <>
              <DialogClose render={<Button variant="outline">Cancelar</Button>} />
              <Button>Enviar denúncia</Button>
            </>
          }
        >
          <TextArea label="Motivo" maxLength={500} />
        </Dialog>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Confirmação
        </Button>
        <ConfirmDialog
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          tone="danger"
          title="Bloquear Marina?"
          text="Vocês deixam de se ver. Você pode desbloquear quando quiser."
          confirmLabel="Bloquear"
          onConfirm={() => setIsAsking(false)}
        />
        <Sheet
          trigger={<Button variant="outline">Folha</Button>}
          title="Filtros"
          footer={
            <>
              <Button variant="outline">Limpar Filtros</Button>
              <SheetClose render={<Button>Aplicar Filtros</Button>} />
            </>
          }
        >
          <TextField label="Cidade" icon={<Search aria-hidden strokeWidth={1.75} />} />
        </Sheet>
        <Menu
          trigger={
            <IconButton label="Mais opções" look="outline">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuLink to="/dev/componentes" icon={<ShieldCheck aria-hidden />}>
            Verificação
          </MenuLink>
          <MenuSeparator />
          <MenuItem icon={<Flag aria-hidden />} onSelect={() => {}}>
            Denunciar
          </MenuItem>
          <MenuItem icon={<UserX aria-hidden />} tone="danger" onSelect={() => {}}>
            Bloquear
          </MenuItem>
        </Menu>
        <Popover
          trigger={
            <IconButton label="Notificações abertas" look="outline">
              <Bell aria-hidden strokeWidth={1.75} />
            </IconButton>
          }
          title="Notificações"
          action={
            <Button size="small" variant="ghost">
              Marcar todas como lidas
            </Button>
          }
        >
          <SkeletonRows count={3} />
        </Popover>
      </div>
    </Block>
  );
}

function SmallThings() {
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

function Sliders() {
  const [age, setAge] = useState<Span>([22, 34]);
  const [distance, setDistance] = useState(50);
  return (
    <Block title="Réguas">
      <RangeSlider
        label="Idade"
        min={18}
        max={80}
        value={age}
        onValueChange={setAge}
        thumbLabels={["Idade mínima", "Idade máxima"]}
        describe={([from, to]) => `${from} a ${to} anos`}
      />
      <Slider
        label="Distância"
        min={5}
        max={200}
        step={5}
        value={distance}
        onValueChange={setDistance}
        describe={(km) => `até ${km} km`}
      />
    </Block>
  );
}

function Views() {
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

function Waiting() {
  return (
    <Block title="Esperas">
      <SkeletonRows count={2} />
      <SkeletonCards count={4} />
    </Block>
  );
}

function Faces() {
  return (
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      <Face
        kind="empty"
        title="Nenhum favorito encontrado"
        text="Toque no coração de um perfil e ele fica guardado aqui, só para você."
        action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
      />
      <Face
        kind="failed"
        title="Não foi possível carregar"
        text="Tente de novo em instantes."
        action={<Button>Tentar Novamente</Button>}
      />
      <Face kind="offline" title="Você está sem internet" text="Assim que a conexão voltar, tudo continua daqui." />
      <Face
        kind="forbidden"
        title="Só para Premium"
        text="Este espaço abre com o plano Premium."
        action={<Button variant="gold">Ver planos</Button>}
      />
      <Face kind="loading" title="Carregando…" />
    </div>
  );
}
