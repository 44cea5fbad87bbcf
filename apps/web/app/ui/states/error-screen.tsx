import { brand } from "@caramelo/contract/brand/brand";
import { Button } from "~/ui/basics/button.tsx";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { StateArt } from "~/ui/states/state-art.tsx";

type Props = { onRetry: () => void; title?: string | undefined; text?: string | undefined };

/**
 * Replaces the whole screen after an unexpected error. Uses nothing that may be broken: no library icons, and a plain
 * link that reloads the start page.
 */
export function ErrorScreen({ onRetry, title, text }: Props) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2.5 px-5 text-center">
      {/* The title is set here, because the broken screen's title was removed with it. */}
      <title>{`${title ?? "Algo deu errado"} · ${brand.name}`}</title>
      <StateArt icon={<span className="font-display text-28 text-primary italic">ops</span>} />
      <h1>{title ?? "Ops! Algo deu errado"}</h1>
      <p className="max-w-96 text-balance text-muted">
        {text ?? "Não foi culpa sua. Tente de novo; se continuar, volte ao início."}
      </p>
      <div className="mt-3.5 flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>Tentar Novamente</Button>
        <a href="/" className={buttonClass({ variant: "outline" })}>
          Voltar ao Início
        </a>
      </div>
    </main>
  );
}
