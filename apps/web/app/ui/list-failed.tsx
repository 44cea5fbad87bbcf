import { Button } from "./button.tsx";

type Props = {
  /** What to tell the member. */
  text: string;
  onRetry: () => void;
};

/** In the place of a short list that did not come. */
export function ListFailed({ text, onRetry }: Props) {
  return (
    <div className="grid justify-items-start gap-2 py-3">
      <p role="alert" className="text-danger">
        {text}
      </p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Tentar Novamente
      </Button>
    </div>
  );
}
