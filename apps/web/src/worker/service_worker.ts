/**
 * The service worker of the web app (docs/decisions/0026). Pages come from the network; without a connection, the offline page replaces
 * them. Build files come from a cache, because their names change with their content. The worker ignores all other requests: it never
 * caches API responses, pictures or pages.
 */
import { deleteOldCaches } from './delete_old_caches.ts'
import { isAssetRequest, isPageRequest } from './requests.ts'

/** The parts of the service worker API used here. TypeScript is configured for the window instead. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
/** The static routes of Chromium browsers. */
interface InstallEvent extends WorkerEvent {
  addRoutes?(rules: { condition: { urlPattern: string; requestMode: RequestMode }; source: 'network' }[]): Promise<void>
}
interface FetchEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
interface MessageFromPage extends WorkerEvent {
  data: unknown
  source: { postMessage(message: unknown): void } | null
}
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: unknown): void }[]> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
const worker = self as unknown as WorkerScope

// The build replaces these (apps/web/vite/build_id.ts).
declare const __BUILD__: string
/** The offline page and its files. */
declare const __OFFLINE__: string[]
/** Every script and stylesheet of the build. */
declare const __ASSETS__: string[]

const offlinePage = '/offline.html'
const cacheName = `facet:${__BUILD__}`

worker.addEventListener('install', (event) => {
  const install = async () => {
    // Calls and pictures needn't wait for this worker to start, and can't keep the next version waiting for it.
    await event.addRoutes?.([
      { condition: { urlPattern: '/api/*', requestMode: 'cors' }, source: 'network' },
      { condition: { urlPattern: '/pictures/*', requestMode: 'no-cors' }, source: 'network' },
    ])
    const cache = await caches.open(cacheName)
    await cache.addAll(__OFFLINE__.map((path) => new Request(path, { cache: 'no-cache' })))
    // Safe at any time: pages are never cached, and the names of assets identify their version.
    await worker.skipWaiting()
  }
  event.waitUntil(install())
})

worker.addEventListener('activate', (event) => {
  const activate = async () => {
    await worker.registration.navigationPreload?.enable()
    await deleteOldCaches(caches, cacheName)
    await worker.clients.claim()
    for (const client of await worker.clients.matchAll()) client.postMessage({ build: __BUILD__ })
  }
  event.waitUntil(activate())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (isPageRequest(request)) event.respondWith(fetchPage(event))
  else if (isAssetRequest(request)) event.respondWith(fetchAsset(event))
})

worker.addEventListener('message', (event) => {
  if (event.data === 'which build?') event.source?.postMessage({ build: __BUILD__ })
  if (event.data === 'keep the build') event.waitUntil(cacheAllAssets())
})

async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const offline = await caches.match(offlinePage)
    if (offline) return offline
    throw error
  }
}

async function fetchAsset(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') event.waitUntil(store(request.url, response.clone()))
  return response
}

/** Ignores errors, such as a full disk. */
const store = async (url: string, response: Response): Promise<void> => {
  await (await caches.open(cacheName)).put(url, response).catch(() => {})
}

/** Caches the whole build, one file at a time, for tabs that stay open after the server has a newer one. */
async function cacheAllAssets(): Promise<void> {
  for (const path of __ASSETS__) {
    if (await caches.match(path)) continue
    const response = await fetch(path, { priority: 'low' }).catch(() => null)
    // The server is unreachable or has a newer build. The next page load tries again.
    if (!response?.ok) return
    await store(path, response)
  }
}
