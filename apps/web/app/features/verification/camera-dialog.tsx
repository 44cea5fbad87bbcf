import { Camera, FileUp } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { Dialog, DialogClose } from "~/ui/overlays/dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { Spinner } from "~/ui/states/spinner.tsx";
import { cameraFailures } from "./rules.ts";
import { useCamera } from "./use-camera.ts";

type Props = {
  title: string;
  facing: "user" | "environment";
  onTake: (picture: File) => void;
  /** Chooses a file instead, if the camera does not open. */
  onFile: () => void;
  onClose: () => void;
};

/** A dialog with the live camera picture and the button that takes a photo. */
export function CameraDialog({ title, facing, onTake, onFile, onClose }: Props) {
  const { video, state, take, again } = useCamera(facing);
  const failure = state === "opening" || state === "open" ? undefined : cameraFailures[state];
  async function handleTake() {
    const picture = await take();
    if (picture) onTake(picture);
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      isWide
      footer={
        failure ? (
          <>
            <Button variant="outline" onClick={onFile}>
              <FileUp aria-hidden strokeWidth={1.75} />
              Escolher arquivo
            </Button>
            <Button onClick={again}>Tentar de novo</Button>
          </>
        ) : (
          <>
            <DialogClose render={<Button variant="outline">Cancelar</Button>} />
            <Button onClick={() => void handleTake()} disabled={state !== "open"}>
              <Camera aria-hidden strokeWidth={1.75} />
              Tirar foto
            </Button>
          </>
        )
      }
    >
      {failure ? (
        <Alert tone="error" title={failure.title}>
          {failure.text}
        </Alert>
      ) : (
        <div className="relative">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            aria-label="Imagem da câmera"
            // The live picture of the front camera is mirrored, as people expect; the taken photo is not.
            className={cx(
              "aspect-4/3 w-full rounded-control bg-tint object-contain",
              facing === "user" && "-scale-x-100",
            )}
          />
          {state === "opening" && (
            <p
              role="status"
              className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-muted"
            >
              <Spinner className="size-7 text-primary" />
              Abrindo a câmera…
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
