/** The build writes the list here (site-build/build-worker.ts). */
declare const BUILT_FILES: import("workbox-precaching").PrecacheEntry[];
