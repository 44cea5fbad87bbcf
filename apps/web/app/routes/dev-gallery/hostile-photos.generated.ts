// Written by scripts/draw-hostile-photos.mjs.
import bright from "./photos/bright.webp";
import busy from "./photos/busy.webp";
import dark from "./photos/dark.webp";
import group from "./photos/group.webp";
import tall from "./photos/tall.webp";
import tiny from "./photos/tiny.webp";
import wide from "./photos/wide.webp";

export const hostilePhotos = [
  { label: "Muito clara", src: bright, width: 600, height: 800, thumbhash: "eggGDQL3d3GK6EeIeHe4hwiMc6A4" },
  { label: "Muito escura", src: dark, width: 600, height: 800, thumbhash: "AxgCDQIDuGl4aMdmh3q2lwNfM/E1" },
  { label: "Panorâmica", src: wide, width: 1200, height: 480, thumbhash: "a/gFK4j2K7OLZdl4aHCKA8c=" },
  { label: "Rosto minúsculo", src: tiny, width: 600, height: 800, thumbhash: "5tcNLQKIl494uHdXd4h3d3eAaxb5" },
  { label: "Em grupo", src: group, width: 800, height: 600, thumbhash: "WEkGFYSXsTZ31Hm3J7bAlixMj/S3" },
  { label: "Fundo agitado", src: busy, width: 600, height: 800, thumbhash: "qjgSFQSXd3CKuHeXd3aYl2iPgvtI" },
  { label: "Muito alta", src: tall, width: 450, height: 1200, thumbhash: "rggKAwL3cJ2HfnxoaISPWfg=" },
];
