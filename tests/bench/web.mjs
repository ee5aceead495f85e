/**
 * Measures a first visit in Chromium against limits: bytes, layout shift and largest paint. README.md explains the figures. Run it
 * with Node 24 after a build.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { ROOT } from '../../apps/launcher/settings.mjs'
import { sharedChromium } from '../browser/support/chromium.ts'
import { clients } from './lib/clients.mjs'
import { startFacet } from './lib/facet.mjs'
import { openLighthouse } from './lib/lighthouse.mjs'
import { machineWith } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { loadPage, loadSlowly } from './lib/page_load.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage, startModel } from './lib/stage.mjs'
import { median, sum } from './lib/stats.mjs'
import { table } from './lib/table.mjs'

const flag = { type: 'boolean', default: false }
const options = readOptions('web', {
  files: { ...flag, help: 'name what each visit loads' },
  'no-lighthouse': { ...flag, help: 'without Lighthouse, which is installed at its first use' },
})

const dist = join(ROOT, 'apps/web/dist')
const runDeadlineMs = 2_400_000
const loads = options.quick ? 2 : 7
const slowLoads = options.quick ? 1 : 3
const lighthouseRuns = options.quick ? 1 : 3

const windows = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}
const limits = {
  /** Gzip size in thousands of bytes. */
  scriptKb: { landing: 115, gallery: 165, chat: 190 },
  layoutShift: 0.02,
  largestMs: 600,
  lighthouse: { largestMs: 2_000, performance: 95 },
  slowChatMs: 3_000,
}
/** A model that answers at once, for the chat's first exchange. */
const model = 'mock:t=40,f=0,d=0'

const picturesDrawn = `[...document.images].every((image) => {
  const { top, bottom, left, right, width } = image.getBoundingClientRect()
  // Rows that scroll sideways load the pictures outside them later.
  const row = image.closest('ul')?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
  const isBeside = left >= Math.min(row.right, innerWidth) || right <= Math.max(row.left, 0)
  return image.complete || width === 0 || bottom < 0 || top > innerHeight || isBeside
})`

/** Waits until every visible picture is painted or failed. Polls from outside, because the CSP blocks polling in the page. */
const untilPicturesDrawn = async (page) => {
  for (const deadline = Date.now() + 20_000; !(await page.evaluate(picturesDrawn)); await sleep(20))
    if (Date.now() > deadline) throw new Error(`Not all pictures of ${page.url()} were drawn in time.`)
}

const visitsOf = ({ characterId, sessionId }) => [
  {
    name: 'landing',
    address: '/',
    isSignedIn: false,
    async isReady(page) {
      await page.getByRole('link', { name: 'Start Chatting' }).waitFor()
      await untilPicturesDrawn(page)
    },
  },
  {
    name: 'gallery',
    address: '/',
    isSignedIn: true,
    async isReady(page) {
      await page.getByRole('main').getByRole('article').first().waitFor()
      await untilPicturesDrawn(page)
    },
  },
  {
    name: 'chat',
    address: `/chat/${characterId}?session=${sessionId}`,
    isSignedIn: true,
    async isReady(page) {
      await page.getByRole('textbox', { name: /^Message / }).waitFor()
      await page.getByRole('region', { name: 'Messages' }).getByRole('listitem').nth(2).waitFor()
      await untilPicturesDrawn(page)
    },
  },
]

/** Further screens that Lighthouse audits for accessibility and best practices. */
const otherScreens = ({ characterId, cookie, adminCookie }) => [
  { name: 'sign-in', address: '/api/login', as: null },
  { name: 'not found', address: '/nothing', as: cookie },
  ...[
    `/character/${characterId}`,
    '/create-character',
    '/ai-image-generator',
    '/memory',
    '/ruby-shop',
    '/notifications',
    '/profile',
    '/settings',
  ].map((address) => ({ name: address.split('/')[1], address, as: cookie })),
  ...['/admin', '/admin/audit', '/admin/characters'].map((address) => ({
    name: address.slice(1),
    address,
    as: adminCookie,
  })),
]

const asKb = (value) => `${value.toFixed(1)} kB`
const asMs = (value) => (value === null ? 'n/a' : `${value.toFixed(0)} ms`)
const asScore = (value) => value.toFixed(4)

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const stage = await setUp(undo)
  const browser = await sharedChromium()
  undo(() => browser.close())

  const rows = []
  for (const visit of visitsOf(stage))
    for (const [window, viewport] of Object.entries(windows)) {
      // The first load is a warm-up.
      await loadPage(browser, stage, visit, viewport)
      const seen = []
      for (let number = 0; number < loads; number++) seen.push(await loadPage(browser, stage, visit, viewport))
      rows.push(summarize(visit.name, window, seen))
    }
  const chat = visitsOf(stage).find(({ name }) => name === 'chat')
  const slow = []
  for (const [window, viewport] of Object.entries(windows))
    for (const [address, path] of [
      ['with its session', chat.address],
      ['without a session', chat.address.split('?')[0]],
    ]) {
      const times = []
      for (let number = 0; number < slowLoads; number++) times.push(await loadSlowly(browser, stage, path, viewport))
      slow.push({ window, address, usableMs: median(times) })
    }
  const seen = options['no-lighthouse'] ? [] : await askLighthouse(stage, undo)
  return report(rows, slow, seen, browser.version())
}

/** Returns Lighthouse's results per screen. Logs why it failed, and returns results without figures then. */
async function askLighthouse(stage, undo) {
  const timed = visitsOf(stage).map(({ name, address, isSignedIn }) => ({
    name,
    address,
    as: isSignedIn ? stage.cookie : null,
    hasFigures: true,
  }))
  const visits = options.quick ? timed : [...timed, ...otherScreens(stage)]
  try {
    const look = await openLighthouse(stage, undo)
    const seen = []
    for (const visit of visits) seen.push(await look(visit, visit.hasFigures ? lighthouseRuns : 1))
    return seen
  } catch (error) {
    console.log(`Lighthouse did not run: ${error.message}\n`)
    return timed.map(({ name }) => ({ visit: name, performance: null, largestMs: null }))
  }
}

/** Starts a server with one user and one chat. */
async function setUp(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: false })
  const { url: modelUrl } = await startModel(processes)
  const { facetUrl: databaseUrl } = databases
  const models = { basic: model, standard: model }
  const facet = await startFacet(processes, { databaseUrl, dataDir, modelUrl, models, people: 1 })
  const chat = clients.facet(facet, { tier: 'basic' }, 0)
  await chat.say('Good evening. Is there a room left?', () => {})
  const headers = { cookie: facet.cookies[0] }
  const [{ id, characterId }] = await fetch(`${facet.url}/api/chats`, { headers }).then((response) => response.json())
  return { url: facet.url, dist, cookie: facet.cookies[0], adminCookie: facet.adminCookie, characterId, sessionId: id }
}

function summarize(visit, window, seen) {
  const kb = (kind) => median(seen.map(({ files }) => sum(files.map((file) => (file.kind === kind ? file.bytes : 0)))))
  const all = (read) => seen.map(read)
  return {
    visit,
    window,
    scriptKb: kb('script') / 1000,
    styleKb: kb('stylesheet') / 1000,
    fontKb: kb('font') / 1000,
    pictureKb: kb('image') / 1000,
    layoutShift: median(all((one) => one.layoutShift)),
    firstMs: median(all((one) => one.firstMs)),
    largestMs: median(all((one) => one.largestMs)),
    largestRangeMs: [Math.min(...all((one) => one.largestMs)), Math.max(...all((one) => one.largestMs))],
    largest: seen[0].largest,
    files: seen.at(-1).files,
  }
}

/** Judges each visit by its worse viewport. */
function judge(rows) {
  const visits = [...new Set(rows.map(({ visit }) => visit))]
  return visits.flatMap((visit) => {
    const worst = (key) => Math.max(...rows.filter((row) => row.visit === visit).map((row) => row[key] ?? Infinity))
    const line = (figure, key, limit, show, holds) => {
      const value = worst(key)
      return { visit, figure, value, shown: show(value), limit, verdict: holds(value) ? 'reached' : 'missed' }
    }
    const scriptKb = limits.scriptKb[visit]
    return [
      line('JavaScript, gzip', 'scriptKb', `at most ${scriptKb} kB`, asKb, (value) => value <= scriptKb),
      line(
        'layout shift',
        'layoutShift',
        `under ${limits.layoutShift}`,
        asScore,
        (value) => value < limits.layoutShift
      ),
      line('largest paint', 'largestMs', `under ${limits.largestMs} ms`, asMs, (value) => value < limits.largestMs),
    ]
  })
}

function judgeLighthouse(seen) {
  const { largestMs, performance } = limits.lighthouse
  return seen.flatMap((one) => {
    const line = (figure, value, limit, shown, holds) => ({
      visit: one.visit,
      figure: `Lighthouse, ${figure}`,
      value: value ?? null,
      shown: value === null ? 'n/a' : shown,
      limit,
      verdict: value === null ? 'not measured' : holds ? 'reached' : 'missed',
    })
    const whole = (figure, value) => line(figure, value, '100', `${value}`, value === 100)
    return [
      ...(one.performance === undefined
        ? []
        : [
            line(
              'largest paint',
              one.largestMs,
              `under ${largestMs} ms`,
              asMs(one.largestMs),
              one.largestMs < largestMs
            ),
            line(
              'performance',
              one.performance,
              `at least ${performance}`,
              `${one.performance}`,
              one.performance >= performance
            ),
          ]),
      ...(one.accessibility === undefined
        ? []
        : [whole('accessibility', one.accessibility), whole('best practices', one.bestPractices)]),
    ]
  })
}

function judgeSlow(slow) {
  const usableMs = Math.max(...slow.map((one) => one.usableMs))
  return {
    visit: 'chat',
    figure: 'usable on a slow network, warm cache',
    value: usableMs,
    shown: asMs(usableMs),
    limit: `at most ${limits.slowChatMs} ms`,
    verdict: usableMs <= limits.slowChatMs ? 'reached' : 'missed',
  }
}

function report(rows, slow, seen, chromium) {
  const sizes = rows.map((row) => [
    row.visit,
    row.window,
    asKb(row.scriptKb),
    asKb(row.styleKb),
    asKb(row.fontKb),
    asKb(row.pictureKb),
    asScore(row.layoutShift),
    asMs(row.firstMs),
    `${asMs(row.largestMs)} (${row.largestRangeMs.map((value) => value?.toFixed(0)).join(' to ')})`,
  ])
  const head = ['visit', 'window', 'JavaScript', 'CSS', 'fonts', 'pictures', 'layout shift', 'first paint', 'largest']
  console.log(`${table([head, ...sizes])}\n`)
  const verdicts = [...judge(rows), judgeSlow(slow), ...judgeLighthouse(seen)]
  console.log(
    `${table([
      ['visit', 'figure', 'worst window', 'limit', 'verdict'],
      ...verdicts.map(({ visit, figure, shown, limit, verdict }) => [visit, figure, shown, limit, verdict]),
    ])}\n`
  )
  for (const { visit, failed = [] } of seen)
    if (failed.length > 0) console.log(`Lighthouse, ${visit}, reports failures: ${failed.join(', ')}`)
  for (const { visit, firstMs, blockedMs, shift, benchmarkIndex } of seen)
    if (benchmarkIndex)
      console.log(
        `Lighthouse, ${visit}: first paint ${asMs(firstMs)}, blocked ${asMs(blockedMs)}, shift ${asScore(shift)}; it rates this machine at ${benchmarkIndex.toFixed(0)}.`
      )
  for (const { window, address, usableMs } of slow)
    console.log(`A chat on a slow network, ${window}, ${address}: usable after ${asMs(usableMs)}.`)
  if (options.files)
    for (const { visit, window, files, largest } of rows) {
      console.log(`${visit}, ${window}; the largest paint is ${largest}`)
      for (const { kind, pathname, bytes } of files.toSorted((a, b) => b.bytes - a.bytes))
        console.log(`  ${asKb(bytes / 1000).padStart(9)}  ${kind.padEnd(10)}  ${pathname}`)
    }
  for (const { visit, window, files } of rows) {
    // Visitors get 401 for the current user.
    const refused = files.filter(({ pathname, status }) => status >= 400 && pathname !== '/api/auth/user')
    if (refused.length > 0)
      console.log(
        `Warning: ${visit}, ${window}, is incomplete: ${refused.length} of its files were refused, ${refused[0].pathname} with ${refused[0].status}.`
      )
  }
  const missed = verdicts.filter(({ verdict }) => verdict === 'missed')
  const machine = machineWith(`Chromium ${chromium}`, 'unthrottled')
  console.log(`${machine}; medians of ${loads} first visits, each with an empty cache.`)
  console.log(
    missed.length === 0
      ? 'Every limit kept.'
      : `Missed: ${missed.map(({ visit, figure }) => `${visit}, ${figure}`).join('; ')}.`
  )
  return finish(options, { machine, loads, limits, verdicts, rows, slow, lighthouse: seen }, missed.length > 0)
}
