/** The files to keep, which the build writes here (site-build/build-worker.ts). */
declare const BUILT_FILES: import("workbox-precaching").PrecacheEntry[];
