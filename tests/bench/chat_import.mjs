/**
 * Measures the import of a long chat, and how fast it opens afterwards, compared with a short chat and with a chat that was written here.
 * Run it with Node 24 after a build.
 */
import { callJson } from './lib/clients.mjs'
import { analyze } from './lib/database.mjs'
import { startFacet } from './lib/facet.mjs'
import { fillChats, sentences } from './lib/fill_chats.mjs'
import { machineWith } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { watchTrees } from './lib/proc.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { median, percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('chat_import', {
  messages: { type: 'string', default: '50000', value: 'N', help: 'messages of the long chat' },
})
const messages = Number(options.messages)
const imports = options.quick ? 1 : 3
const opens = options.quick ? 50 : 300
const runDeadlineMs = 900_000

const limits = { importSeconds: 10, openRatio: 1.5 }

/** Returns a chat with lines of about 1.2 kB, the same in each run. Every fifth answer has three swipes. */
const longChat = (count) => {
  const lines = [
    { user_name: 'Bench', character_name: 'Bench', create_date: '2020-01-01T00:00:00.000Z', chat_metadata: {} },
  ]
  const text = (n) =>
    `Message ${n}. ${'The tide keeps the time here, and *I only* write it down. '.repeat(1 + ((n * 7) % 12))}`
  for (let n = 1; n <= count; n++) {
    const isUser = n % 2 === 1
    const mes = text(n)
    const swipes = n % 10 === 0 ? [mes, text(n + 1), text(n + 2)] : [mes]
    lines.push({
      name: isUser ? 'Bench' : 'Another',
      is_user: isUser,
      is_system: false,
      send_date: new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString(),
      mes,
      extra: { api: 'openai', model: 'gpt', token_count: n, reasoning: 'x'.repeat(200) },
      ...(isUser ? {} : { swipe_id: 0, swipes }),
    })
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

await runWithCleanup(runDeadlineMs, async (undo) => {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const { facetUrl: databaseUrl } = databases
  const models = { basic: 'none', standard: 'none' }
  const facet = await startFacet(processes, {
    databaseUrl,
    dataDir,
    modelUrl: 'http://127.0.0.1:9/v1',
    models,
    people: 1,
  })
  const [characterId, cookie] = [facet.characterIds[0], facet.cookies[0]]
  const file = longChat(messages)
  console.log(`a chat of ${messages.toLocaleString('en')} messages: ${(file.length / 1e6).toFixed(1)} MB`)

  const watch = watchTrees({ server: facet.pid })
  const ping = pinging(`${facet.url}/health/live`)
  const seconds = []
  let sessionId
  for (let n = 0; n < imports; n++) {
    const form = new FormData()
    form.set('characterId', characterId)
    form.set('file', new Blob([file]), 'Long chat.jsonl')
    const began = performance.now()
    const answer = await fetch(`${facet.url}/api/chats/import`, { method: 'POST', headers: { cookie }, body: form })
    const body = await answer.json()
    seconds.push((performance.now() - began) / 1000)
    if (answer.status !== 201 || body.messageCount !== messages) throw new Error(JSON.stringify(body).slice(0, 300))
    sessionId = body.sessionId
    console.log(`import ${n + 1}: ${seconds.at(-1).toFixed(2)} s`)
  }
  const pings = await ping.stop()
  const { server } = watch.stop()

  const began = performance.now()
  const exported = await fetch(`${facet.url}/api/chats/${sessionId}/export?format=sillytavern`, { headers: { cookie } })
  const isSame = (await exported.text()) === file
  const exportSeconds = (performance.now() - began) / 1000

  const written = await fillChats(databaseUrl, characterId, {
    short: { messages: 200, text: sentences },
    long: { messages, text: sentences },
  })
  await analyze(databaseUrl)
  const chats = { imported: sessionId, short: written.short, long: written.long }
  const times = { imported: [], short: [], long: [] }
  const open = async (id, query) => {
    const start = performance.now()
    await callJson('GET', `${facet.url}/api/chats/${characterId}?session=${id}${query}`, { cookie })
    return performance.now() - start
  }
  for (let n = 0; n < opens; n++)
    for (const [name, id] of Object.entries(chats)) times[name].push(await open(id, '&end=true'))
  const p95 = (name) =>
    percentile(
      times[name].slice(10).sort((a, b) => a - b),
      95
    )

  const importSeconds = median(seconds)
  const openRatio = p95('imported') / p95('long')
  const verdict = (holds) => (holds ? 'reached' : 'missed')
  const summary = [
    {
      name: `import of ${messages.toLocaleString('en')} messages`,
      measured: figure(importSeconds, 's'),
      target: `at most ${limits.importSeconds} s`,
      verdict: verdict(importSeconds <= limits.importSeconds),
    },
    {
      name: 'other calls during imports',
      measured: `p99 ${figure(percentile(pings, 99), 'ms')}, max ${figure(pings.at(-1), 'ms')}`,
    },
    {
      name: 'memory of the server, highest',
      measured: server ? figure(server.peakResidentBytes / 2 ** 20, 'MB') : 'n/a',
    },
    {
      name: 'export, byte for byte',
      measured: figure(exportSeconds, 's'),
      target: 'the same file',
      verdict: verdict(isSame),
    },
    {
      name: 'opening the imported chat',
      measured: `p95 ${figure(p95('imported'), 'ms')}`,
      floor: `p95 ${figure(p95('long'), 'ms')}`,
      ratio: `${figure(openRatio)} x`,
      target: `at most ${limits.openRatio} x`,
      verdict: verdict(openRatio <= limits.openRatio),
    },
    { name: 'opening a chat of 200 messages', measured: `p95 ${figure(p95('short'), 'ms')}` },
  ]
  console.log(`\n${machineWith()}\n`)
  const columns = ['name', 'measured', 'floor', 'ratio', 'target', 'verdict']
  console.log(table([columns, ...summary.map((row) => columns.map((column) => row[column] ?? ''))]))
  return finish(
    options,
    { summary },
    summary.some((row) => row.verdict === 'missed')
  )
})

/** Calls an address every 20 ms. `stop` resolves the response times in ascending order. */
function pinging(url) {
  const times = []
  let isOver = false
  const loop = (async () => {
    while (!isOver) {
      const start = performance.now()
      await callJson('GET', url)
      times.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    async stop() {
      isOver = true
      await loop
      return times.sort((a, b) => a - b)
    },
  }
}
