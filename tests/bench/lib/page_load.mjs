/** Measures a first visit of a page with an empty cache. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { cookiesIn } from './clients.mjs'

const patienceMs = 20_000
/** The network counts as idle after this time without a request. */
const silenceMs = 500
/** The event stream never ends, so it is ignored. */
const isEndless = (request) => new URL(request.url()).pathname === '/api/events'
/** Time for late layout shifts after the network is idle. */
const calmMs = 400

/** Runs before the page's own scripts. */
const watchPaint = `(() => {
  const seen = (window.__paint = { shifts: [], largestMs: null, firstMs: null })
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.shifts.push({ atMs: entry.startTime, score: entry.value })
  })
  watch('largest-contentful-paint', (entry) => {
    seen.largestMs = entry.startTime
    seen.largest = entry.element?.tagName + ' ' + (entry.url || entry.element?.textContent.slice(0, 40))
  })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstMs = entry.startTime
  })
})()`

/**
 * Opens `visit.address` in a new context and waits for `visit.isReady(page)` and an idle network. Returns the loaded files and paint
 * timings.
 */
export async function loadPage(browser, { url, dist, cookie }, visit, viewport) {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'en-US', colorScheme: 'dark' })
  try {
    context.setDefaultTimeout(patienceMs)
    await context.addInitScript(watchPaint)
    if (visit.isSignedIn) await context.addCookies(cookiesIn(cookie).map((one) => ({ ...one, url })))
    const page = await context.newPage()
    const responses = []
    const failures = []
    const network = watchNetwork(page)
    page.on('response', (response) => isEndless(response.request()) || responses.push(response))
    page.on('requestfailed', (request) => failures.push(`${request.url()}: ${request.failure()?.errorText}`))
    page.on('pageerror', (error) => failures.push(error.message))
    await page.goto(visit.address)
    await visit.isReady(page)
    await network.silence()
    await page.waitForTimeout(calmMs)
    const paint = await page.evaluate('window.__paint')
    if (failures.length > 0) throw new Error(`${visit.name} did not load completely: ${failures.join('; ')}`)
    return {
      files: await Promise.all(responses.map((response) => weigh(response, dist))),
      layoutShift: worstWindow(paint.shifts),
      largestMs: paint.largestMs,
      largest: paint.largest,
      firstMs: paint.firstMs,
    }
  } finally {
    await context.close()
  }
}

/** 400 ms for each request, and 50 kB/s in each direction. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/**
 * Opens a chat on a slow network, after a visit that has filled the HTTP cache. Resolves to the milliseconds until it shows its messages
 * and a typed message could be sent. Blocks the service worker, because the browser doesn't slow down its requests.
 */
export async function loadSlowly(browser, { url, cookie }, path, viewport) {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'en-US', serviceWorkers: 'block' })
  try {
    context.setDefaultTimeout(patienceMs)
    await context.addCookies(cookiesIn(cookie).map((one) => ({ ...one, url })))
    const isUsable = async (page) => {
      await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').first().waitFor()
      await page.getByRole('textbox', { name: /^Message / }).fill('Good evening.')
      // Waits until the button is enabled, without clicking it.
      await page.getByRole('button', { name: /^Send for / }).click({ trial: true })
    }
    const first = await context.newPage()
    const network = watchNetwork(first)
    await first.goto(path)
    await isUsable(first)
    await network.silence()
    await first.close()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slowNetwork)
    const startedAt = performance.now()
    await page.goto(path, { waitUntil: 'commit' })
    await isUsable(page)
    return performance.now() - startedAt
  } finally {
    await context.close()
  }
}

/** Tracks pending requests. */
function watchNetwork(page) {
  const open = new Set()
  let lastAt = Date.now()
  const note = (change) => (request) => {
    if (isEndless(request)) return
    open[change](request)
    lastAt = Date.now()
  }
  page.on('request', note('add'))
  page.on('requestfinished', note('delete'))
  page.on('requestfailed', note('delete'))
  return {
    async silence() {
      for (const deadline = Date.now() + patienceMs; open.size > 0 || Date.now() - lastAt < silenceMs;) {
        if (Date.now() > deadline) throw new Error(`Still loading: ${[...open].map((one) => one.url()).join(', ')}`)
        await page.waitForTimeout(50)
      }
    },
  }
}

/** Returns the gzip size of a built script or style, otherwise the size of the body. It is 0 for a file from the browser's cache. */
async function weigh(response, dist) {
  const kind = response.request().resourceType()
  const { pathname } = new URL(response.url())
  const built = join(dist, pathname)
  const isPacked = kind === 'script' || kind === 'stylesheet'
  // A page may show a picture twice. Without bytes on the network, only the size of the headers is subtracted.
  const { responseBodySize } = await response.request().sizes()
  if (responseBodySize < 0) return { kind, pathname, bytes: 0, status: response.status() }
  // Fonts and pictures are already compressed. Other responses may have no body (204).
  const bytes = isPacked
    ? gzipBytes(built)
    : await response.body().then(
        ({ length }) => length,
        () => 0
      )
  return { kind, pathname, bytes, status: response.status() }
}

const gzipBytes = (file) =>
  existsSync(`${file}.gz`) ? statSync(`${file}.gz`).size : gzipSync(readFileSync(file), { level: 9 }).length

/** Returns the cumulative layout shift: the worst session window of at most 5 s without a gap of 1 s. */
function worstWindow(shifts) {
  let worst = 0
  let burst = { beganMs: -Infinity, lastMs: -Infinity, score: 0 }
  for (const { atMs, score } of shifts) {
    const goesOn = atMs - burst.lastMs < 1000 && atMs - burst.beganMs < 5000
    burst = goesOn ? { ...burst, lastMs: atMs, score: burst.score + score } : { beganMs: atMs, lastMs: atMs, score }
    worst = Math.max(worst, burst.score)
  }
  return worst
}
