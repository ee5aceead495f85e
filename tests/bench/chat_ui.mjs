/**
 * Measures a long chat in Chromium: opening, scrolling, typing while streaming, and ten minutes of streaming. Also measures scrolling
 * through a large gallery. README.md explains the figures. Run it with Node 24 after a build.
 */
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { sharedChromium } from '../browser/support/chromium.ts'
import { cookiesIn } from './lib/clients.mjs'
import { startFacet } from './lib/facet.mjs'
import { fillChats, sentences } from './lib/fill_chats.mjs'
import { machineWith } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage, startModel } from './lib/stage.mjs'
import { median, spread } from './lib/stats.mjs'
import { table } from './lib/table.mjs'
import { measureTextFrames } from './lib/text_frames.mjs'

const options = readOptions('chat_ui', {
  messages: { type: 'string', value: 'N', help: 'how long the chat is (10,000; 2,000 with --quick)' },
})
const messages = Number(options.messages ?? (options.quick ? 2_000 : 10_000))
const plan = options.quick
  ? { opens: 3, tokens: 300, replies: 12, characters: 1_000 }
  : { opens: 7, tokens: 1_500, replies: 60, characters: 10_000 }
/** Tokens per reply of the ten minutes: 60,000 in total. */
const tokensPerReply = 1_000
const limits = { openMs: 500, longTaskMs: 50, drawnMax: 120, heapGrowthMb: 3, frameMs: 8, slowFrameMs: 16 }
const runDeadlineMs = 15 * 60_000
const patienceMs = 60_000
const viewport = { width: 1440, height: 900 }
/** Every fifth message has a second paragraph. */
const text = `${sentences} || CASE WHEN n % 5 = 0 THEN E'\\n\\nAnd then there was the matter of the lamp, which nobody had lit.' ELSE '' END`
/** `basic` is paced, and `standard` is as fast as possible. */
const models = { basic: `mock:t=${plan.tokens},f=0,d=10`, standard: `mock:t=${tokensPerReply},f=0,d=0` }
/** Their names on the screen. Without these, they are named after the instructions for the mock. */
const names = { basic: 'Toppy 7B', standard: 'MythoMist 7B' }

/** Runs before the page's own scripts. */
const watch = `(() => {
  const seen = (window.__bench = { longTasks: [], shownAt: null, startedAt: null })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.longTasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    const note = (moment) => requestAnimationFrame(() => setTimeout(() => (seen[moment] ??= performance.now())))
    if (document.querySelector('[aria-label="Messages"] li')) note('shownAt')
    if (document.querySelector('#root > :not([inert]) [aria-label="Messages"] li[data-key]')) return note('startedAt')
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

async function bench(undo) {
  const stage = await setUp(undo)
  const browser = await sharedChromium()
  undo(() => browser.close())
  const figures = []
  const note = (figure, value, limit, shown, detail = '') => {
    const verdict = limit === undefined ? '' : value <= limit ? 'reached' : 'missed'
    figures.push({ figure, value, limit, shown, detail, verdict })
  }

  const opens = { shown: [], started: [] }
  for (let number = 0; number <= plan.opens; number++) {
    const page = await openChat(browser, stage)
    // The first opening is a warm-up.
    if (number > 0)
      for (const [moment, times] of Object.entries(opens)) times.push(await page.evaluate(sinceData(moment)))
    await page.context().close()
  }
  for (const [figure, times, limit] of [
    ['messages shown, after the page is there', opens.shown, limits.openMs],
    ['the app runs, after the page is there', opens.started],
  ]) {
    const ms = median(times)
    const range = `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`
    note(figure, ms, limit, `${ms.toFixed(0)} ms (${range})`)
  }

  const page = await openChat(browser, stage)
  const scrolled = await scrollThrough(page)
  note(...longTasksOf('scrolling to the first message', scrolled), `${scrolled.loaded} loaded`)
  note('messages drawn at once, at most', scrolled.drawnMax, limits.drawnMax, String(scrolled.drawnMax))
  const back = await scrollBack(page)
  note(...longTasksOf('scrolling back to the newest', back))
  const typed = await typeAndStream(page)
  note(...longTasksOf('typing and streaming at 100 tokens/s', typed), `${plan.tokens} tokens`)
  await page.context().close()

  const gallery = await scrollGallery(browser, stage)
  note(...longTasksOf('scrolling through the gallery', gallery), `${gallery.loaded} characters loaded`)

  for (const [index, [name, times]] of Object.entries(await measureTextFrames(browser)).entries()) {
    const { p50, p99 } = spread(times)
    // Most messages have many blocks, of which a frame parses the last one.
    const [frameMs, slowFrameMs] = index === 0 ? [limits.frameMs, limits.slowFrameMs] : []
    note(`a frame of ${name} of 32,000 letters that grows`, p50, frameMs, `${p50.toFixed(1)} ms`)
    note('99 of 100 such frames', p99, slowFrameMs, `${p99.toFixed(1)} ms`)
  }

  const heap = await streamOn(browser, stage)
  note(
    'heap, from a quarter to the end of ten minutes of streaming',
    heap.growthMb,
    limits.heapGrowthMb,
    `${heap.growthMb >= 0 ? '+' : ''}${heap.growthMb.toFixed(1)} MB`,
    `${heap.beginMb.toFixed(1)} to ${heap.endMb.toFixed(1)} MB after ${plan.replies * tokensPerReply} tokens`
  )
  return report(figures, browser.version())
}

const longTasksOf = (name, { longTasks }) => {
  const worst = Math.max(0, ...longTasks.map(({ duration }) => duration))
  const shown = longTasks.length === 0 ? 'none over 50 ms' : `${worst.toFixed(0)} ms (${longTasks.length} over 50 ms)`
  return [`longest task: ${name}`, worst, limits.longTaskMs, shown]
}

/** Starts a server with one user and one very long chat. */
async function setUp(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: false })
  const { url: modelUrl } = await startModel(processes)
  const { facetUrl: databaseUrl } = databases
  const env = { MODEL_BASIC_NAME: names.basic, MODEL_STANDARD_NAME: names.standard }
  const facet = await startFacet(processes, { databaseUrl, dataDir, modelUrl, models, people: 1, env })
  const [characterId] = facet.characterIds
  const { sessionId } = await fillChats(databaseUrl, characterId, { sessionId: { messages, text } })
  await facet.runCommand(['seed-demo', '--characters', String(plan.characters)])
  return { url: facet.url, cookie: facet.cookies[0], characterId, sessionId }
}

async function openPage(browser, { url, cookie }, address) {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'en-US', colorScheme: 'dark' })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(watch)
  await context.addCookies(cookiesIn(cookie).map((one) => ({ ...one, url })))
  const page = await context.newPage()
  await page.goto(address)
  return page
}

async function openChat(browser, stage) {
  const page = await openPage(browser, stage, `/chat/${stage.characterId}?session=${stage.sessionId}`)
  await until(page, 'window.__bench.startedAt !== null')
  await page.getByRole('combobox', { name: 'Model' }).filter({ hasText: '7B' }).waitFor()
  return page
}

/** The time from the last byte of the page to the first frame that shows the newest messages, or to the first frame of the app. */
const sinceData = (moment) => `window.__bench.${moment}At - performance.getEntriesByType('navigation')[0].responseEnd`

async function until(page, condition) {
  for (const deadline = Date.now() + patienceMs; !(await page.evaluate(condition)); await sleep(20))
    if (Date.now() > deadline) throw new Error(`Timed out waiting for: ${condition}`)
}

const taskWatch = async (page) => {
  const from = await page.evaluate('performance.now()')
  return async () => {
    await sleep(200)
    return page.evaluate(`window.__bench.longTasks.filter(({ startTime }) => startTime >= ${from})`)
  }
}

const list = `document.querySelector('[aria-label="Messages"]')`

/** Scrolls by wheel events at a human pace until the first message. */
async function scrollThrough(page) {
  await page.getByRole('region', { name: 'Messages' }).hover()
  const tasks = await taskWatch(page)
  let drawnMax = 0
  for (const deadline = Date.now() + 5 * 60_000; ;) {
    for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -2_500)
    const { drawn, top, hasOlder } = await page.evaluate(`({
      drawn: ${list}.querySelectorAll('li[data-key]').length,
      top: ${list}.scrollTop,
      hasOlder: [...${list}.querySelectorAll('button')].some(({ textContent }) => textContent.includes('Load older')),
    })`)
    drawnMax = Math.max(drawnMax, drawn)
    if (!hasOlder && top < 1) break
    if (Date.now() > deadline) throw new Error('The first message was not reached in time.')
  }
  const loaded = await page.evaluate(`Number(${list}.querySelector('li[data-key]').getAttribute('aria-setsize'))`)
  return { longTasks: await tasks(), drawnMax, loaded }
}

async function scrollBack(page) {
  const tasks = await taskWatch(page)
  for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 2_500)
  await page.getByRole('button', { name: /^Jump to newest/ }).click()
  await page.getByRole('button', { name: /^Jump to newest/ }).waitFor({ state: 'detached' })
  return { longTasks: await tasks() }
}

/** A turn of the wheel, and the time to the next one. */
const wheel = { px: 800, everyMs: 100 }

/** The position of the last rendered character. */
const lastCharacter = `Number([...document.querySelectorAll('li[data-index]')].at(-1)?.getAttribute('aria-posinset') ?? 0)`

/** Scrolls by wheel events at a human pace until the end of the gallery. */
async function scrollGallery(browser, stage) {
  const page = await openPage(browser, stage, '/')
  await page.getByRole('main').getByRole('article').first().hover()
  // The start of the app does not count.
  await sleep(2_000)
  const tasks = await taskWatch(page)
  const end = page.getByText('You have seen everyone')
  let [loaded, deadline] = [0, Date.now() + patienceMs]
  while ((await end.count()) === 0) {
    const now = await page.evaluate(lastCharacter)
    // A slow machine takes longer. Only a gallery that no longer grows has failed.
    if (now > loaded) [loaded, deadline] = [now, Date.now() + patienceMs]
    if (Date.now() > deadline) throw new Error(`The gallery did not go on after ${loaded} characters.`)
    for (let turn = 0; turn < 10; turn++) await Promise.all([page.mouse.wheel(0, wheel.px), sleep(wheel.everyMs)])
  }
  loaded = await page.evaluate(lastCharacter)
  const longTasks = await tasks()
  await page.context().close()
  return { longTasks, loaded }
}

async function choose(page, name) {
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name }).click()
}

async function say(page, text) {
  const field = page.getByRole('textbox', { name: /^Message / })
  await field.fill(text)
  await field.press('Enter')
  return field
}

/** The number of loaded messages, from the position of the last one. */
const lastPlace = `Number([...${list}.querySelectorAll('li[data-key]')].at(-1)?.getAttribute('aria-posinset'))`

const isOver = (page) => page.getByRole('button', { name: /^Send for / }).waitFor()

async function typeAndStream(page) {
  await choose(page, names.basic)
  const field = await say(page, 'Tell me about the tide.')
  await page.getByTestId('reply-cursor').waitFor()
  const tasks = await taskWatch(page)
  const words = 'I was wondering whether the lamp was lit that night, or not. '
  while ((await page.getByTestId('reply-cursor').count()) > 0) {
    await field.pressSequentially(words, { delay: 60 })
    await field.fill('')
  }
  await isOver(page)
  return { longTasks: await tasks() }
}

/** Receives ten minutes' worth of streaming as fast as possible. */
async function streamOn(browser, stage) {
  const page = await openChat(browser, stage)
  await choose(page, names.standard)
  const devtools = await page.context().newCDPSession(page)
  const heapMb = async () => {
    await sleep(300)
    for (let time = 0; time < 2; time++) await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  let beginMb = 0
  const before = await page.evaluate(lastPlace)
  for (let number = 1; number <= plan.replies; number++) {
    await say(page, `And then, for the ${number}th time?`)
    // The reply may end before its start is visible.
    await until(page, `${lastPlace} === ${before + 2 * number}`)
    await isOver(page)
    if (number === Math.ceil(plan.replies / 4)) beginMb = await heapMb()
  }
  const endMb = await heapMb()
  await page.context().close()
  return { beginMb, endMb, growthMb: endMb - beginMb }
}

function report(figures, chromium) {
  const rows = figures.map(({ figure, shown, limit, detail, verdict }) => [
    figure,
    shown,
    limit === undefined ? '' : `at most ${limit}`,
    verdict,
    detail,
  ])
  console.log(`${table([['figure', 'measured', 'target', 'verdict', ''], ...rows])}\n`)
  const missed = figures.filter(({ verdict }) => verdict === 'missed')
  const machine = machineWith(`load ${os.loadavg()[0].toFixed(1)}`, `Chromium ${chromium}`, 'unthrottled')
  console.log(`A chat of ${messages.toLocaleString('en')} messages; ${machine}.`)
  console.log(
    missed.length === 0 ? 'Every target reached.' : `Missed: ${missed.map(({ figure }) => figure).join('; ')}.`
  )
  return finish(options, { machine, messages, limits, figures }, missed.length > 0)
}

await runWithCleanup(runDeadlineMs, bench)
