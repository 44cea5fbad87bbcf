import { ImagePlus } from "lucide-react";
import type { ChangeEvent } from "react";
import { PICKED_PHOTO_TYPES } from "~/platform/photo-type.ts";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  onAdd: (files: readonly File[]) => void;
  /** True for the first photo, which is the main one. */
  isLarge?: boolean;
  isDisabled?: boolean;
};

export function AddPhotoTile({ onAdd, isLarge = false, isDisabled = false }: Props) {
  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onAdd([...(currentTarget.files ?? [])]);
    // Clear the field, so that the same file can be picked again after it was removed.
    currentTarget.value = "";
  }
  return (
    <li className={cx("relative aspect-3/4", isLarge && "col-span-2 row-span-2 aspect-auto")}>
      <label className="absolute inset-0 grid place-content-center justify-items-center gap-1.5 rounded-card border-[1.5px] border-dashed border-field-line bg-[color-mix(in_srgb,var(--primary)_4%,var(--surface))] p-2 text-center text-14 leading-tight font-semibold text-primary transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary has-disabled:opacity-50 hover-mouse:border-primary">
        <ImagePlus aria-hidden className="size-5" strokeWidth={1.75} />
        Adicionar foto
        <input
          type="file"
          accept={PICKED_PHOTO_TYPES}
          multiple
          disabled={isDisabled}
          onChange={handleChange}
          data-add-photo
          className="sr-only bottom-0"
        />
      </label>
    </li>
  );
}
