import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useMember } from "~/platform/session.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { EmailChange } from "./email-change.tsx";
import { PasswordChange } from "./password-change.tsx";

/** The disclosures for changing the address and the password. At most one is open. */
export function AccountSection() {
  const { email, isAdmin } = useMember();
  const [open, setOpen] = useState<"email" | "password">();
  const toggle = (which: "email" | "password") => setOpen(open === which ? undefined : which);
  function close(title: string) {
    setOpen(undefined);
    showToast({ type: "success", title });
  }
  return (
    <div className="divide-y divide-line">
      <Disclosure title="E-mail" value={email} isOpen={open === "email"} onToggle={() => toggle("email")}>
        <EmailChange onDone={() => close("E-mail alterado")} />
      </Disclosure>
      <Disclosure title="Senha" value="••••••••" isOpen={open === "password"} onToggle={() => toggle("password")}>
        <PasswordChange onDone={() => close("Senha alterada. Os outros aparelhos foram desconectados.")} />
      </Disclosure>
      {!isAdmin && (
        <p className="pt-1 text-14 text-muted">
          Nome, idade, cidade, textos e fotos ficam em{" "}
          <TextLink to="/perfil" className="inline-block py-3 -my-3">
            Meu Perfil
          </TextLink>
        </p>
      )}
    </div>
  );
}

type DisclosureProps = { title: string; value: string; isOpen: boolean; onToggle: () => void; children: ReactNode };

function Disclosure({ title, value, isOpen, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <div className="py-1">
      <h3 className="font-sans tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 rounded-control text-left"
        >
          <span className="grid min-w-0 flex-1">
            <span className="text-16 font-medium">{title}</span>
            <span className="text-14 font-normal wrap-anywhere text-muted">{value}</span>
          </span>
          <span className="text-14 font-semibold text-primary">{isOpen ? "Cancelar" : "Alterar"}</span>
          <ChevronDown
            aria-hidden
            className={`size-5 shrink-0 text-muted transition-[rotate] ${isOpen ? "rotate-180" : ""}`}
            strokeWidth={1.75}
          />
        </button>
      </h3>
      <div id={id} className={isOpen ? "pt-2 pb-4 md:max-w-md" : undefined}>
        {isOpen && children}
      </div>
    </div>
  );
}
