import { LARGEST_PHOTO_SIZE, PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import { widthOfSize } from "@caramelo/contract/photos/sources";
import type { Photo } from "@caramelo/contract/profiles/calls";
import { ChevronLeft, ChevronRight, ImageOff, X, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useRef } from "react";
import Box, { type ControllerRef } from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { PhotoSegments } from "~/ui/members/photo-segments.tsx";
import { useBackToClose } from "~/ui/overlays/use-layer.ts";
import { Spinner } from "~/ui/states/spinner.tsx";
import "yet-another-react-lightbox/styles.css";
import "./lightbox.css";

type Props = {
  photos: readonly Photo[];
  /** The content's name, such as "Fotos de Ana". */
  label: string;
  index: number;
  isOpen: boolean;
  /** Shown below the photo: the owner, and the actions on that member. */
  foot?: ReactNode;
  onClose: () => void;
  /** Called when another photo becomes visible. */
  onView: (index: number) => void;
  /** Called when the lightbox has closed, so that the focus can return to the button that opened it. */
  onGone: () => void;
};

const ICON = { "aria-hidden": true, className: "size-6", strokeWidth: 1.75 } as const;

/**
 * Photos over the whole screen: swiped, stepped by keys, and zoomed by pinch, double tap or wheel. Render it as a lazy
 * part.
 */
export function Lightbox({ photos, label, index, isOpen, foot, onClose, onView, onGone }: Props) {
  const box = useRef<ControllerRef>(null);
  // Back closes the lightbox like its cross. Unmounting at once would neither fade out nor call `onGone`.
  useBackToClose(isOpen, () => {
    if (box.current) box.current.close();
    else onClose();
  });
  return (
    <Box
      className="lightbox"
      open={isOpen}
      close={onClose}
      index={index}
      slides={photos.map((photo, index) => slideOf(photo, `${label}: ${index + 1} de ${photos.length}`))}
      plugins={[Zoom]}
      carousel={{ finite: true, padding: 0 }}
      controller={{ ref: box, closeOnPullDown: true, closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      labels={{
        Lightbox: label,
        "Photo gallery": "Fotos",
        Carousel: "carrossel",
        Slide: "foto",
        "{index} of {total}": "Foto {index} de {total}",
        Previous: "Foto anterior",
        Next: "Próxima foto",
        Close: "Fechar",
        "Zoom in": "Ampliar",
        "Zoom out": "Reduzir",
      }}
      render={{
        iconPrev: () => <ChevronLeft {...ICON} />,
        iconNext: () => <ChevronRight {...ICON} />,
        iconClose: () => <X {...ICON} />,
        iconZoomIn: () => <ZoomIn {...ICON} />,
        iconZoomOut: () => <ZoomOut {...ICON} />,
        iconLoading: () => <Spinner className="text-white" />,
        iconError: () => <ImageOff {...ICON} />,
        ...(photos.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
        controls: () => (
          <>
            <PhotoSegments count={photos.length} at={index} className="lightbox-segments" />
            {foot && <div className="lightbox-foot">{foot}</div>}
          </>
        ),
      }}
      on={{ view: ({ index: viewed }) => onView(viewed), exited: onGone }}
    />
  );
}

function slideOf(photo: Photo, alt: string) {
  const srcSet = PHOTO_SIZE_NAMES.filter((size) => size !== "small").map((size) => {
    const width = widthOfSize(photo, size);
    return { src: photo[size], width, height: Math.max(1, Math.round((photo.height * width) / photo.width)) };
  });
  return { src: photo[LARGEST_PHOTO_SIZE], alt, width: photo.width, height: photo.height, srcSet };
}
