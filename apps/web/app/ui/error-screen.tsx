import { brand } from "@caramelo/contract/brand";
import { Button } from "~/ui/button.tsx";
import { buttonClass } from "~/ui/button-class.ts";
import { FanArt } from "~/ui/face-art.tsx";

type Props = { onRetry: () => void; title?: string | undefined; text?: string | undefined };

/**
 * The whole screen when something unexpected broke. It leans on nothing that might be what broke: no icons, and a
 * plain link that loads the page anew.
 */
export function ErrorScreen({ onRetry, title, text }: Props) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-2.5 px-5 text-center">
      {/* The broken screen took its own title with it. */}
      <title>{`${title ?? "Algo deu errado"} · ${brand.name}`}</title>
      <FanArt icon={<span className="font-display text-28 text-primary italic">ops</span>} />
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
