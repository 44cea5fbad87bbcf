import { Camera } from "lucide-react";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose } from "~/ui/dialog.tsx";
import { useCamera } from "./use-camera.ts";

type Props = {
  title: string;
  facing: "user" | "environment";
  onTake: (picture: File) => void;
  onClose: () => void;
};

/** The device's camera in a dialog: what it sees, and the button that takes the picture. */
export function CameraDialog({ title, facing, onTake, onClose }: Props) {
  const { video, state, take } = useCamera(facing);
  async function handleTake() {
    const picture = await take();
    if (picture) onTake(picture);
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      className="max-w-xl!"
      footer={
        <>
          <DialogClose render={<Button variant="outline">Cancelar</Button>} />
          <Button onClick={() => void handleTake()} disabled={state !== "open"}>
            <Camera aria-hidden strokeWidth={1.75} />
            Tirar foto
          </Button>
        </>
      }
    >
      {state === "refused" ? (
        <Alert tone="warning" title="Não conseguimos abrir a câmera">
          Permita o uso da câmera no navegador, ou escolha um arquivo do seu dispositivo.
        </Alert>
      ) : (
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label="Imagem da câmera"
          className="aspect-4/3 w-full rounded-control bg-tint object-contain"
        />
      )}
    </Dialog>
  );
}
