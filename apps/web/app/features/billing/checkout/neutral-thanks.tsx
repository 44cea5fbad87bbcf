import { Gift } from "lucide-react";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";

/** Thanks without naming a purchase, for guests and for members without a recently paid order of the type. */
export function NeutralThanks({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <EmptyState
      className="px-5"
      as="h1"
      icon={<Gift aria-hidden className="text-gold" />}
      title="Obrigado!"
      text="Assim que o pagamento for confirmado, sua compra aparece na sua conta."
      action={
        isSignedIn ? (
          <div className="grid justify-items-center gap-4">
            <ButtonLink to="/busca">Começar a explorar</ButtonLink>
            <TextLink to="/compras" className="text-14">
              Minhas compras
            </TextLink>
          </div>
        ) : (
          <ButtonLink to="/login">Entrar</ButtonLink>
        )
      }
    />
  );
}
