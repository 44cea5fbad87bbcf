import { Camera, FileUp, RotateCcw } from "lucide-react";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { PICKED_PHOTO_TYPES, readPhotoType } from "~/platform/photo-type.ts";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { useMedia } from "~/ui/basics/use-media.ts";
import { FieldFoot, nameControl } from "~/ui/forms/field.tsx";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { type DocumentKind, documentWords, findFileError } from "./rules.ts";
import { useObjectUrl } from "./use-object-url.ts";

// Loaded when needed: on phones the file field opens the phone's camera app.
const CameraDialog = lazyPart(() => import("./camera-dialog.tsx").then((file) => file.CameraDialog));

type Props = {
  kind: DocumentKind;
  file: File | undefined;
  error: string | undefined;
  /** True during the upload. */
  isFixed: boolean;
  onPick: (file: File) => void;
};

/** One picture of a verification request, taken with the camera or picked from the device. */
export function DocumentField({ kind, file, error, isFixed, onPick }: Props) {
  const { title, hint, camera } = documentWords[kind];
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const isTouch = useMedia("(pointer: coarse)");
  const fromCamera = useRef<HTMLInputElement>(null);
  const fromFiles = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(file);
  const names = nameControl(id, hint, refusal ?? error);

  async function pick(pickedFile: File) {
    const wrong = findFileError({ type: await readPhotoType(pickedFile), size: pickedFile.size });
    setRefusal(wrong);
    if (!wrong) onPick(pickedFile);
  }
  function handleFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [pickedFile] = currentTarget.files ?? [];
    if (pickedFile) void pick(pickedFile);
    // Clear the field, so that the same file can be picked again after it was refused.
    currentTarget.value = "";
  }
  // On touch screens, and where the page cannot use a camera, the device's file picker opens.
  const hasPageCamera = !isTouch && "mediaDevices" in navigator;
  return (
    <fieldset
      aria-labelledby={`${id}-title`}
      aria-describedby={names["aria-describedby"]}
      data-invalid={(refusal ?? error) ? "" : undefined}
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-4 outline-offset-2 md:grid-cols-[minmax(0,1fr)_9rem]",
        (refusal ?? error) ? "border-danger" : "border-line",
      )}
    >
      <div className="grid content-start gap-2">
        <h3 id={`${id}-title`} className="font-sans text-16 font-semibold tracking-normal">
          {title}
        </h3>
        <FieldFoot id={id} hint={hint} {...((refusal ?? error) && { error: refusal ?? error })} />
        <div className="flex flex-wrap gap-2 pt-1">
          <Button
            variant={file ? "outline" : "primary"}
            aria-label={`${file ? "Tirar outra" : "Tirar foto"}: ${title}`}
            disabled={isFixed}
            onClick={() => (hasPageCamera ? setIsCameraOpen(true) : fromCamera.current?.click())}
          >
            {file ? <RotateCcw aria-hidden strokeWidth={1.75} /> : <Camera aria-hidden strokeWidth={1.75} />}
            <span>{file ? "Tirar outra" : "Tirar foto"}</span>
          </Button>
          <Button
            variant="outline"
            aria-label={`Escolher arquivo: ${title}`}
            disabled={isFixed}
            onClick={() => fromFiles.current?.click()}
          >
            <FileUp aria-hidden strokeWidth={1.75} />
            Escolher arquivo
          </Button>
        </div>
        <input ref={fromCamera} type="file" accept="image/*" capture={camera} hidden onChange={handleFile} />
        <input
          ref={fromFiles}
          type="file"
          accept={PICKED_PHOTO_TYPES}
          hidden
          aria-label={`Arquivo: ${title}`}
          onChange={handleFile}
        />
      </div>
      <div
        className={cx(
          "grid aspect-4/3 w-full place-items-center overflow-hidden rounded-control bg-tint text-muted",
          !preview && "max-md:hidden",
        )}
      >
        {preview ? (
          <img src={preview} alt={`${title}, como será enviada`} className="size-full object-contain" />
        ) : (
          <Camera aria-hidden className="size-7" strokeWidth={1.5} />
        )}
      </div>
      {isCameraOpen && (
        <LazyPart onFailure={() => setIsCameraOpen(false)}>
          <CameraDialog
            title={title}
            facing={camera}
            onTake={(picture) => {
              setIsCameraOpen(false);
              void pick(picture);
            }}
            onFile={() => {
              setIsCameraOpen(false);
              fromFiles.current?.click();
            }}
            onClose={() => setIsCameraOpen(false)}
          />
        </LazyPart>
      )}
    </fieldset>
  );
}
