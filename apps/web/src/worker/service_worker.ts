/**
 * The service worker of the web app (docs/decisions/0026). Pages come from the network; without a connection, the offline page replaces
 * them. Build files come from a cache, because their names change with their content. The worker ignores all other requests: it never
 * caches API responses, pictures or pages. It also shows push messages (docs/decisions/0138).
 */
import { deleteOldCaches } from './delete_old_caches.ts'
import { notificationOf, type ShownPush } from './push.ts'
import { isAppAddress, isAssetRequest, isPageRequest } from './requests.ts'

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
interface PushEvent extends WorkerEvent {
  data: { json(): unknown } | null
}
interface NotificationClickEvent extends WorkerEvent {
  notification: { close(): void; data: ShownPush['options']['data'] }
}
interface WindowClient {
  url: string
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
  postMessage(message: unknown, transfer?: Transferable[]): void
}
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options?: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(path: string): Promise<unknown>
  }
  registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
}
const worker = self as unknown as WorkerScope

// The build replaces these (apps/web/vite/build_id.ts).
declare const __BUILD__: string
declare const __BRAND__: string
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

worker.addEventListener('push', (event) => {
  const { title, options } = notificationOf(readPush(event.data), __BRAND__)
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTapped(event.notification.data))
})

const readPush = (data: PushEvent['data']): unknown => {
  try {
    return data?.json()
  } catch {
    return null
  }
}

const answerMs = 1_000

/** Asks the app in a tab to open the address, which keeps what is on its screen. Returns whether it did. */
const openIn = (tab: WindowClient, href: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answerMs)
    tab.postMessage({ open: href }, [port2])
  })

/** Opens the address in a tab of the app, or in a new one, and marks the notification as read. */
async function openTapped({ href, id }: ShownPush['options']['data']): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => isAppAddress(url))
  if (tab) {
    // A browser may refuse to bring it to the front.
    const focusing = tab.focus().catch(() => {})
    // A tab that doesn't answer, because it is still loading, loads the address instead.
    if (!(await openIn(tab, href))) await tab.navigate(href).catch(() => worker.clients.openWindow(href))
    await focusing
  } else await worker.clients.openWindow(href)
  if (id !== null) await fetch(`/api/notifications/${id}/read`, { method: 'PUT' }).catch(() => {})
}

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
