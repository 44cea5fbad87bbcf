import { Bell, Crown, Heart, Pencil, SlidersHorizontal } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { CountBadge } from "~/ui/people/badge.tsx";
import { Block } from "./block.tsx";

export function Buttons() {
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
          <span className="relative">
            <Bell aria-hidden strokeWidth={1.75} />
            <CountBadge count={5} label="notificações não lidas" position="corner" />
          </span>
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

export function Fields() {
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
      <SelectField
        label="Ordenar por"
        defaultValue="new"
        options={[
          ["new", "Mais novos"],
          ["old", "Mais antigos"],
        ]}
      />
      <TextField label="Indisponível" disabled defaultValue="Não muda" />
    </Block>
  );
}
