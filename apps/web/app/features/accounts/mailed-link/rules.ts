/** The secret token of a mailed link, which is the part of the address after the #; undefined for anything else. */
export const findLinkToken = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1];
