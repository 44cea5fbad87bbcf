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

// A mail server that hangs must not hold a job for minutes.
const TIMEOUT_MS = 20_000;

/** `from` answers a complete sender: "Name <address>". */
export function openMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: () => string }): Mailer {
  if (smtpUrl === undefined) {
    return {
      isSending: false,
      from,
      send: async () => {
        throw new Error("there is no mail server");
      },
    };
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return {
    isSending: true,
    from,
    send: async (letter) => {
      // The content of a mail must not make our server read files or URLs.
      const mail = { from: from(), ...letter, disableFileAccess: true, disableUrlAccess: true };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw new Error(`the mail server did not take it (${reasonOf(error)})`);
      });
    },
  };
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
