import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail server on this machine, and the mails that it received, as raw text. It must be closed. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const takenMails: { from: string; to: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const from = mailFrom === false ? "" : mailFrom.address;
        takenMails.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo; // The server listens on a port.
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { takenMails, url: `smtp://127.0.0.1:${port}`, close };
}
