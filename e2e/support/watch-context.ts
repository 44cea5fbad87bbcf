import type { BrowserContext } from "@playwright/test";

/** The browser's own note of an answer that the page asked for and handles; everything else in the console is a fault. */
const EXPECTED_LINE = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Notes, from now on, what no journey may cause in any page of the context: a violation of the content policy, an
 * error that nobody caught, an error in the console, a request to another origin. What matches one of `expected` is left
 * out. The list grows while the pages live.
 */
export async function watchContext(context: BrowserContext, origin: string, expected: RegExp[]): Promise<string[]> {
  const faults: string[] = [];
  const note = (fault: string) => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  context.on("weberror", (fault) => note(`uncaught: ${fault.error().stack ?? fault.error().message}`));
  context.on("console", (line) => {
    if (line.type() === "error" && !EXPECTED_LINE.test(line.text())) note(`console: ${line.text()}`);
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isNetwork = ["http:", "https:", "ws:", "wss:"].includes(url.protocol);
    if (isNetwork && url.host !== new URL(origin).host) {
      note(`foreign request: ${request.url()}`);
    }
  });
  await context.exposeBinding("noteViolation", (_, text: string) => note(`content policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      // The binding above puts it there.
      const { noteViolation } = window as unknown as { noteViolation(text: string): void };
      noteViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  return faults;
}
