import { brand } from "@caramelo/contract/brand/brand";
import { ExternalLink } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { Dialog, DialogClose } from "~/ui/overlays/dialog.tsx";
import type { Link } from "./link-rules.ts";

type Props = { link: Link; isOpen: boolean; onClose: () => void };

/** Shows the destination of an address in a message, in ASCII letters, before it opens. */
export function LinkDialog({ link, isOpen, onClose }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={`Você está saindo do ${brand.name}`}
      description="O endereço abaixo veio em uma mensagem e não é nosso. Nunca informe senhas, códigos ou dados de pagamento por causa de uma conversa."
      footer={
        <>
          <DialogClose render={<Button variant="outline">Ficar aqui</Button>} />
          <a href={link.url} target="_blank" rel="noopener noreferrer" onClick={onClose} className={buttonClass({})}>
            Abrir site
            <ExternalLink aria-hidden className="size-4.5" strokeWidth={1.75} />
          </a>
        </>
      }
    >
      <p className="font-semibold wrap-anywhere">{link.host}</p>
      <p className="mt-1 max-h-24 overflow-y-auto text-14 wrap-anywhere text-muted">{link.url}</p>
      {link.isDisguised && (
        <p className="mt-3 text-14 font-medium text-danger">
          Este endereço usa letras que imitam outras. Pode não ser o site que parece.
        </p>
      )}
    </Dialog>
  );
}
