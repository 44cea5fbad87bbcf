import { request } from "node:http";

/** One part as its sender writes it. Without a name it gets no content-disposition. */
export type Part = { name?: string; filename?: string; type?: string; content: string | Uint8Array };

const BOUNDARY = "----caramelo-test";

/** Builds a multipart body byte by byte, including bodies that `FormData` would never send. */
export function writeMultipart(parts: Part[], boundary = BOUNDARY) {
  const writtenParts = parts.map((part) =>
    Buffer.concat([Buffer.from(headOf(part, boundary)), Buffer.from(part.content), Buffer.from("\r\n")]),
  );
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(Buffer.concat([...writtenParts, Buffer.from(`--${boundary}--\r\n`)])),
  };
}

function headOf({ name, filename, type }: Part, boundary: string): string {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  const disposition = name === undefined ? "" : `Content-Disposition: form-data; name="${name}"${file}\r\n`;
  return `--${boundary}\r\n${disposition}${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`;
}

/** Starts an upload that announces 1 MB more than `body` and so never ends. `hangUp` breaks the connection. */
export function startUpload(base: string, headers: Record<string, string>, body: Uint8Array) {
  const length = { "content-length": String(body.byteLength + 1_000_000) };
  const upload = request(`${base}/api/accounts`, { method: "POST", headers: { origin: base, ...headers, ...length } });
  upload.on("error", () => {});
  upload.write(body);
  return { hangUp: () => void upload.destroy() };
}
