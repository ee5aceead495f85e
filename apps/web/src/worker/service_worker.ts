/**
 * What stands between the web app and the network (docs/decisions/0026): pages come from the network and, without one, the page
 * that says so; the build's own files come from a cache, because their names change with their content. All else passes by
 * untouched: no answer of a call, no picture and no page is ever kept.
 */
import { isPage, isPart } from './answers.ts'
import { tidy } from './tidy.ts'

/** Of the service worker's world, what is used here; the compiler knows the window's. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface AskedEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WorkerMessage extends WorkerEvent {
  data: unknown
  source: { postMessage(message: unknown): void } | null
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(message: unknown): void }[]> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
const worker = self as unknown as WorkerScope

// Filled in by the build.
declare const __BUILD__: string
/** The page for those without a connection, and what it needs. */
declare const __OFFLINE__: string[]
/** Every script and style sheet of the build. */
declare const __PARTS__: string[]

const offlinePage = '/offline.html'
const cacheName = `facet:${__BUILD__}`

worker.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(cacheName)
    await cache.addAll(__OFFLINE__.map((path) => new Request(path, { cache: 'no-cache' })))
    // Nothing is lost by it: a page is always the newest, and its parts are told apart by their names.
    await worker.skipWaiting()
  }
  event.waitUntil(fill())
})

worker.addEventListener('activate', (event) => {
  const begin = async () => {
    await worker.registration.navigationPreload?.enable()
    await tidy(caches, cacheName)
    await worker.clients.claim()
    for (const client of await worker.clients.matchAll()) client.postMessage({ build: __BUILD__ })
  }
  event.waitUntil(begin())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (isPage(request)) event.respondWith(page(event))
  else if (isPart(request)) event.respondWith(part(event))
})

worker.addEventListener('message', (event) => {
  if (event.data === 'which build?') event.source?.postMessage({ build: __BUILD__ })
  if (event.data === 'keep the build') event.waitUntil(keepParts())
})

async function page({ request, preloadResponse }: AskedEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const offline = await caches.match(offlinePage)
    if (offline) return offline
    throw error
  }
}

async function part(event: AskedEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') event.waitUntil(keep(request.url, answer.clone()))
  return answer
}

/** A full disk is no reason to show nothing. */
const keep = async (address: string, answer: Response): Promise<void> => {
  await (await caches.open(cacheName)).put(address, answer).catch(() => {})
}

/** One after the other, so that nothing waits for it. A tab that outlives its build finds here what the server has no more. */
async function keepParts(): Promise<void> {
  for (const path of __PARTS__) {
    if (await caches.match(path)) continue
    const answer = await fetch(path, { priority: 'low' }).catch(() => null)
    // Away, or a newer build took its place meanwhile: the next page asks again.
    if (!answer?.ok) return
    await keep(path, answer)
  }
}
