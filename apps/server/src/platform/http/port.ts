import { createServer } from "node:net";

/**
 * Checks that the port can be used.
 * @throws an Error with a sentence for the person at the terminal when another program listens there or this user may
 * not
 */
export function assertPortIsFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error, host, port))));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`;
  if (code === "EACCES") return `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `HOST=${host} is no address of this machine.`;
  return `Cannot listen on ${host}:${port}: ${message}`;
}
