/** Written in by the build (site-build/build-worker.ts). */
declare const BUILT_FILES: import("workbox-precaching").PrecacheEntry[];
