import { Button } from "~/ui/basics/button.tsx";
import { announceUpload, describeUpload, percentOf, type Upload } from "../gallery-rules.ts";

/** The progress of an upload, visible and for screen readers, with a cancel button. */
export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { share } = upload;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-surface px-3.5 py-2.5">
      <div className="min-w-48 flex-1">
        <p aria-hidden className="text-14 font-medium tabular-nums">
          {describeUpload(upload)}
        </p>
        <p role="status" className="sr-only">
          {announceUpload(upload)}
        </p>
        <div
          role="progressbar"
          aria-label="Envio das fotos"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentOf(share)}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full origin-left rounded-full bg-primary transition-transform"
            style={{ transform: `scaleX(${share})` }}
          />
        </div>
      </div>
      <Button variant="ghost" size="small" onClick={onCancel}>
        Cancelar envio
      </Button>
    </div>
  );
}
