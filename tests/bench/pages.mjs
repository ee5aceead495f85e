/**
 * Measures how long the server's event loop is held by a page that the server renders. README.md explains the figures. Run it with Node 24
 * after a build.
 */
import http from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { findFreePort } from '../../apps/launcher/port.mjs'
import { callJson } from './lib/clients.mjs'
import { analyze } from './lib/database.mjs'
import { startFacet } from './lib/facet.mjs'
import { fillChats, sentences } from './lib/fill_chats.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { spread } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('pages')
const runDeadlineMs = 235_000
const plan = options.quick
  ? { warmUps: 5, draws: 30, drawingMs: 40_000 }
  : { warmUps: 20, draws: 300, drawingMs: 170_000 }
const longChat = 10_000
/** The maximum p99 of a page's CPU time, as a multiple of the landing page's p99. */
const ratioMax = 2
/** The landing page is cached for 30 s. */
const landingMaxAgeMs = 31_000

const markdown = (length) =>
  `left(repeat(format(E'## Part %s\\n\\n*She waits*, **then** says: "a [link](https://example.test/%s), \`code\`."\\n\\n1. one\\n2. *two*\\n\\n> a quote\\n\\n- a\\n- **b**\\n\\n| a | b |\\n| - | - |\\n| 1 | *2* |\\n\\n', n, n), ${Math.ceil(length / 100)}), ${length})`

/** The texts are SQL over `n`, the position of the message. */
const chats = {
  short: { messages: 4, text: sentences },
  long: { messages: longChat, text: sentences },
  markdown: { messages: 40, text: markdown(900) },
  actions: { messages: 40, text: `rpad('', 900, '*a* b ')` },
  asterisks: { messages: 40, text: `rpad('', 900, '*')` },
  longMarkdown: { messages: 40, text: markdown(8_000) },
  huge: { messages: 40, text: `CASE WHEN n = 40 THEN ${markdown(32_000)} ELSE ${sentences} END` },
}

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const { databases, pages, draw } = await setUp(undo)
  for (let number = 0; number < plan.warmUps; number++) for (const page of pages) await draw(page)
  const drawn = new Map(pages.map((page) => [page, []]))
  const ends = performance.now() + plan.drawingMs
  // Draws the pages in turn, so that other load on the machine affects all of them.
  for (let number = 0; number < plan.draws && performance.now() < ends; number++)
    for (const page of pages) drawn.get(page).push(await draw(page))
  return report(databases, drawn)
}

async function setUp(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const { facetUrl: databaseUrl } = databases
  const models = { basic: 'none', standard: 'none' }
  const watchPort = await findFreePort()
  const facet = await startFacet(processes, {
    databaseUrl,
    dataDir,
    modelUrl: 'http://127.0.0.1:9/v1',
    models,
    people: 1,
    flags: ['--import', join(import.meta.dirname, 'lib/loop_watch.mjs')],
    env: { LOOP_WATCH_PORT: String(watchPort), LOOP_WATCH_AGE_MS: String(landingMaxAgeMs) },
  })
  const [characterId] = facet.characterIds
  const sessionIds = await fillChats(databaseUrl, characterId, chats)
  await analyze(databaseUrl)

  const chat = (name) => `/chat/${characterId}?session=${sessionIds[name]}`
  const pages = [
    { name: 'landing page', path: '/', isVisitor: true },
    { name: 'gallery', path: '/' },
    { name: 'character (rendered by the browser)', path: `/character/${characterId}` },
    { name: 'chat of 4 messages', path: chat('short') },
    { name: `chat of ${longChat.toLocaleString('en')} messages`, path: chat('long') },
    { name: 'chat of 40 messages with 900 characters of Markdown', path: chat('markdown') },
    { name: 'chat of 40 messages with 150 actions each', path: chat('actions') },
    { name: 'chat of 40 messages with 900 asterisks each', path: chat('asterisks') },
    { name: 'chat of 40 messages with 8,000 characters of Markdown', path: chat('longMarkdown') },
    { name: 'chat whose last message has 32,000 characters of Markdown', path: chat('huge') },
  ]
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  undo(() => agent.destroy())
  const watch = (path) => callJson('GET', `http://127.0.0.1:${watchPort}${path}`).then(({ json }) => json)
  const draw = async ({ path, isVisitor = false }) => {
    await watch(isVisitor ? '/age' : '/held')
    const began = performance.now()
    const html = await fetchPage(agent, facet.url + path, isVisitor ? {} : { cookie: facet.cookies[0] })
    const ms = performance.now() - began
    return { ...(await watch('/held')), ms, isRendered: html.includes('id="first-data"'), bytes: html.length }
  }
  return { databases, pages, draw }
}

/** Gets a page as a browser does. Throws unless it is 200. */
function fetchPage(agent, address, headers) {
  return new Promise((resolve, reject) => {
    const browser = {
      accept: 'text/html',
      'accept-encoding': 'gzip',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const request = http.get(
      address,
      { agent, headers: { ...browser, 'sec-fetch-site': 'none', ...headers } },
      (response) => {
        const pieces = []
        response.on('data', (piece) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new Error(`${address} answered ${response.statusCode}`))
          const body = Buffer.concat(pieces)
          resolve(String(response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
        })
      }
    )
    request.on('error', reject)
  })
}

function judge(drawn) {
  const lines = [...drawn].map(([{ name }, draws]) => ({
    name,
    held: spread(draws.map(({ heldMs }) => heldMs)),
    cpu: spread(draws.map(({ cpuMs }) => cpuMs)),
    response: spread(draws.map(({ ms }) => ms)),
    rendered: draws.filter((draw) => draw.isRendered).length,
    bytes: draws.at(-1).bytes,
  }))
  const limitMs = lines[0].cpu.p99 * ratioMax
  return lines.map((line, index) => ({
    ...line,
    target: index === 0 ? '' : `CPU p99 at most ${figure(limitMs, 'ms')}`,
    verdict: index === 0 ? '' : line.cpu.p99 <= limitMs ? 'reached' : 'missed',
  }))
}

function report({ version }, drawn) {
  const lines = judge(drawn)
  const ms = (value) => figure(value, 'ms')
  console.log(
    `\n${table([
      [
        'page',
        'loop held, p50',
        'p99',
        'CPU of it, p50',
        'p99',
        'longest',
        'response, p50',
        'rendered',
        'target',
        'verdict',
      ],
      ...lines.map(({ name, held, cpu, response, rendered, target, verdict }) => [
        name,
        ms(held.p50),
        ms(held.p99),
        ms(cpu.p50),
        ms(cpu.p99),
        ms(cpu.max),
        ms(response.p50),
        `${rendered} of ${held.count}`,
        target,
        verdict,
      ]),
    ])}\n`
  )
  console.log(
    `${machineWith(nodeVersion, `PostgreSQL ${version}`)}; one page at a time, in turn. The target is ${ratioMax} times the landing page's p99.`
  )
  return finish(
    options,
    { plan, lines },
    lines.some(({ verdict }) => verdict === 'missed')
  )
}
