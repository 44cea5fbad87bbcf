import type { Photo } from "@caramelo/contract/profiles";
import Box from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { widthOfVersion } from "~/ui/photo-rules.ts";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";

type Props = {
  photos: readonly Photo[];
  /** What it shows, such as "Fotos de Ana". */
  label: string;
  index: number;
  isOpen: boolean;
  onClose: () => void;
  /** Another photo came into view. */
  onView: (index: number) => void;
  /** The box has gone: the focus may go back to where it came from. */
  onGone: () => void;
};

/** Photos over the whole screen: keys, swipes, zoom, a counter. Load it when somebody opens one. */
export function Lightbox({ photos, label, index, isOpen, onClose, onView, onGone }: Props) {
  return (
    <Box
      open={isOpen}
      close={onClose}
      index={index}
      slides={photos.map((photo, place) => slideOf(photo, `${label}: ${place + 1} de ${photos.length}`))}
      plugins={[Counter, Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnPullDown: true }}
      labels={{
        Lightbox: label,
        "Photo gallery": "Fotos",
        Carousel: "carrossel",
        Slide: "foto",
        "{index} of {total}": "{index} de {total}",
        Previous: "Foto anterior",
        Next: "Próxima foto",
        Close: "Fechar",
        "Zoom in": "Ampliar",
        "Zoom out": "Reduzir",
      }}
      on={{ view: ({ index: viewed }) => onView(viewed), exited: onGone }}
    />
  );
}

function slideOf(photo: Photo, alt: string) {
  const version = (src: string, longestPx: number) => {
    const width = widthOfVersion(photo, longestPx);
    return { src, width, height: Math.max(1, Math.round((photo.height * width) / photo.width)) };
  };
  const { large: src, width, height } = photo;
  return { src, alt, width, height, srcSet: [version(photo.medium, 960), { src, width, height }] };
}
