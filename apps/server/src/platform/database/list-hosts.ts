// URLs of PostgreSQL that name several hosts, in libpq's form.

/** Scheme and credentials, and then the hosts. */
const HOSTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)/i;

/**
 * Lists the hosts that a URL names in libpq's form, which `URL` refuses: `postgres://user@one:5432,two:5433/database`.
 * There is always one, which may be empty.
 */
export const listHosts = (url: string): string[] => HOSTS.exec(url)?.[2]?.split(",") ?? [""];

/** The same URL with other hosts. */
export const onHosts = (url: string, hosts: string[]): string =>
  url.replace(HOSTS, (_, before: string) => `${before}${hosts.join()}`);

/** Whether the URL of several hosts asks, in libpq's words, for the one that accepts writes. */
export const asksForPrimary = (url: string): boolean =>
  /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url);
