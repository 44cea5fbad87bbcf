import { createTransport } from "nodemailer";

export type Letter = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Whether there is a mail server. Without one mails are only stored. */
  isSending: boolean;
  /** The sender of mails. */
  from(): string;
  /** Gives a mail to the server. @throws when the server refuses it. */
  send(letter: Letter): Promise<void>;
};

/**
 * How long a mail server may need until it greets, be silent afterwards, and need for one mail: a job of ours, and a
 * connection to the database, wait for it. A server that reads a mail before it takes it is silent meanwhile; one that is
 * left then has the mail, and gets it once more with each try.
 */
export const PATIENCE = { greetMs: 10_000, silentMs: 20_000, wholeMs: 25_000 };

type Options = { smtpUrl: string | undefined; from: () => string; patience?: typeof PATIENCE };

/** `from` answers a complete sender: "Name <address>". */
export function openMailer({ smtpUrl, from, patience: { greetMs, silentMs, wholeMs } = PATIENCE }: Options): Mailer {
  if (smtpUrl === undefined) {
    return {
      isSending: false,
      from,
      send: async () => {
        throw new Error("there is no mail server");
      },
    };
  }
  const timeouts = { connectionTimeout: greetMs, greetingTimeout: greetMs, socketTimeout: silentMs };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return {
    isSending: true,
    from,
    send: async (letter) => {
      // The content of a mail must not make our server read files or URLs.
      const safety = { disableFileAccess: true, disableUrlAccess: true, signal: AbortSignal.timeout(wholeMs) };
      await transport.sendMail({ from: from(), ...letter, ...safety }).catch((error: unknown) => {
        const message = `the mail server did not take it (${reasonOf(error)})`;
        throw Object.assign(new Error(message), { isRefusal: isRefusal(error) });
      });
    },
  };
}

/** Whether an error of `send` is the server's own answer to this mail; else the server does not answer as it should. */
export function isMailRefusal(error: unknown): boolean {
  return error instanceof Error && "isRefusal" in error && error.isRefusal === true;
}

/** With these the server refuses everybody for the moment: it closes, or too much came. */
const BUSY_CODES: readonly unknown[] = [421, 454];

/** Whether the server refused the sender, the recipient or the content. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if ("responseCode" in error && BUSY_CODES.includes(error.responseCode)) return false;
  return error.code === "EENVELOPE" || error.code === "EMESSAGE";
}

/** "Name <address>", with the name in quotes where one of its signs would mean something in a header. */
export function senderOf(name: string, address: string): string {
  const isPlain = /^[\p{L}\p{M}\p{N} &'!-]+$/u.test(name);
  return `${isPlain ? name : `"${name.replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}

/** The mail server's message may repeat the address, and this reason goes to the log: only its codes are kept. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }; // nodemailer's errors have both
  return [code, responseCode].filter((part) => part !== undefined).join(" ") || error.name;
}
