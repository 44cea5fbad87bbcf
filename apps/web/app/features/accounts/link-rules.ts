/** The secret of a mailed link: what stands behind the # of the address; undefined for anything that never was one. */
export const findLinkToken = (hash: string): string | undefined => /^#([\w-]{43})$/.exec(hash)?.[1];
