import { commonTexts } from "@caramelo/contract/texts/common";
import { Button, type ButtonProps } from "~/ui/basics/button.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { ErrorState, OfflineState } from "~/ui/states/screen-state.tsx";

type Props = {
  /** What failed to load, in words for the member. */
  title: string;
  onRetry: () => unknown;
  /** The retry is running. */
  isBusy?: boolean;
  /**
   * What the error replaces.
   * - screen: a whole screen, or a column of one;
   * - list: a list, or its next page, below a heading;
   * - section: a few rows inside a card.
   */
  look?: "screen" | "list" | "section";
  /** For a screen: the reason and what to do next. Offline the text says that instead. */
  text?: string;
  /** For a screen: the title stays the same offline. */
  keepsTitle?: boolean;
  as?: "h1" | "h2";
  className?: string;
};

/** Shown instead of something that failed to load, with a retry button. */
export function LoadFailed({ look = "screen", title, text, keepsTitle, onRetry, isBusy, ...rest }: Props) {
  const retry = (looks: Pick<ButtonProps, "variant" | "size">) => (
    <Button {...looks} onClick={() => onRetry()} isBusy={isBusy}>
      Tentar Novamente
    </Button>
  );
  if (look === "section") {
    return (
      <div className="grid justify-items-start gap-2 py-3">
        <p role="alert" className="text-danger">
          {title}
        </p>
        {retry({ variant: "outline", size: "small" })}
      </div>
    );
  }
  if (!navigator.onLine) {
    const offlineTitle = keepsTitle ? title : "Sem conexão";
    return <OfflineState {...rest} title={offlineTitle} text={commonTexts.offline} action={retry({})} />;
  }
  if (look === "list") {
    return (
      <Alert
        tone="error"
        className="mx-auto max-w-xl"
        action={<div className="mt-2">{retry({ variant: "danger" })}</div>}
      >
        {title}
      </Alert>
    );
  }
  return <ErrorState {...rest} title={title} text={text ?? "Tente de novo em alguns instantes."} action={retry({})} />;
}
