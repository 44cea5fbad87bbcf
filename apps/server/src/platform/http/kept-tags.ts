const TAG = /"[^"]*"/g;

/** The tags in `If-None-Match`. Weak and strong ones count alike there. */
export const listTags = (header: string | undefined): string[] => header?.match(TAG) ?? [];
