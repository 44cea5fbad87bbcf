const TAG = /"[^"]*"/g;

/** Returns the tags in `If-None-Match`. Weak and strong tags count alike there. */
export const listTags = (header: string | undefined): string[] => header?.match(TAG) ?? [];
