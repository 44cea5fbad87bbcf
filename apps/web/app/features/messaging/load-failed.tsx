import { memberMessages } from "@caramelo/contract/errors";
import { Button } from "~/ui/button.tsx";
import { Face } from "~/ui/face.tsx";

type Props = { what: "conversation" | "messages"; onRetry: () => void; isBusy: boolean };

const TITLES = { conversation: memberMessages.conversationLoadFailed, messages: memberMessages.messagesLoadFailed };

/** What stands where conversations or messages would be when they cannot be had. */
export function LoadFailed({ what, onRetry, isBusy }: Props) {
  const isOffline = !navigator.onLine;
  return (
    <Face
      kind={isOffline ? "offline" : "failed"}
      title={TITLES[what]}
      text={isOffline ? memberMessages.offline : "Tente de novo em alguns instantes."}
      action={
        <Button onClick={onRetry} isBusy={isBusy}>
          Tentar Novamente
        </Button>
      }
    />
  );
}
