import type { BrowserContext } from "@playwright/test";

/**
 * The browser logs refusals that the page expects and handles; everything else in the console is an error. A live
 * connection is refused when the session ends while it is being opened.
 */
const HANDLED_REFUSAL =
  /^Failed to load resource: the server responded with a status of 4\d\d|^WebSocket connection to \S+ failed: HTTP Authentication failed/;

/**
 * Collects from now on what no journey may cause in any page of the context: a violation of the content policy, an
 * uncaught error, an error in the console, or a request to another origin. Texts that match `expectedErrors` are left out.
 * The list grows while the pages are open.
 */
export async function collectPageErrors(
  context: BrowserContext,
  origin: string,
  expectedErrors: RegExp | null,
): Promise<string[]> {
  const errors: string[] = [];
  const add = (error: string) => {
    if (!expectedErrors?.test(error)) errors.push(error);
  };
  context.on("weberror", (event) => add(`uncaught: ${event.error().stack ?? event.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error" && !HANDLED_REFUSAL.test(message.text())) add(`console: ${message.text()}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isNetwork = ["http:", "https:", "ws:", "wss:"].includes(url.protocol);
    if (isNetwork && url.host !== new URL(origin).host) {
      add(`foreign request: ${request.url()}`);
    }
  });
  await context.exposeBinding("reportViolation", (_, text: string) => add(`content policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      // The cast is safe, because the binding above defines it.
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  return errors;
}
