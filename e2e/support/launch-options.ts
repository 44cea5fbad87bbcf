/** The options with which a browser of the journeys starts. Without a path it is Playwright's own browser. */
export function launchOptions(executablePath: string | undefined) {
  return {
    ...(executablePath && { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  };
}
