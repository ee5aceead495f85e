/**
 * Replaces the service worker, deletes its caches and unregisters (docs/decisions/0026). The server sends this file as /sw.js with
 * SERVICE_WORKER=off, and so does `npm run dev`.
 */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const remove = async () => {
    for (const name of await caches.keys()) if (name.startsWith('facet:')) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(remove())
})
