// The cast is needed, because TypeScript cannot know that this script runs as a service worker.
export const worker = self as unknown as ServiceWorkerGlobalScope;
