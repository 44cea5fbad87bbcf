import { Bell, Ellipsis, Flag, Search, ShieldCheck, UserX } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Dialog, DialogClose } from "~/ui/overlays/dialog.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "~/ui/overlays/menu.tsx";
import { Popover } from "~/ui/overlays/popover.tsx";
import { Sheet, SheetClose } from "~/ui/overlays/sheet.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { Block } from "./block.tsx";

export function Messages() {
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

export function Layers() {
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
