// TypeScript's types cannot tell that a script runs as a service worker; this one does.
export const worker = self as unknown as ServiceWorkerGlobalScope;
