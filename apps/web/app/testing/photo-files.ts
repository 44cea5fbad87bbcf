type Shape = { width?: number; height?: number; bytes?: number; name?: string; type?: string; isCut?: boolean };

/** The header and the end of a PNG, as a file that says it has `bytes` bytes. No decoder could draw it. */
export function makePngFile({ width = 300, height = 300, bytes = 1_000, name = "1.png", type, isCut }: Shape = {}) {
  const header = new Uint8Array(45);
  header.set([...PNG_START].map((letter) => letter.charCodeAt(0)));
  header.set(
    [...PNG_END].map((letter) => letter.charCodeAt(0)),
    37,
  );
  const view = new DataView(header.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  const file = new File([header.subarray(0, isCut ? 33 : 45)], name, { type: type ?? "image/png" });
  return Object.defineProperty(file, "size", { value: bytes });
}

const PNG_START = "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";
const PNG_END = "IEND";
