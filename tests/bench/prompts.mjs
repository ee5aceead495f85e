/**
 * Measures how long a prompt is planned, lorebooks included, how long the largest permitted texts and lorebooks hold the event loop, and
 * how much of a prompt equals the beginning of the one before. Runs in this process, without server and database. README.md explains the
 * figures. Run it with Node 24 after a build.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from '../../apps/launcher/settings.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { median, percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'
import { largestBooks, largestTexts } from './lib/largest_prompts.mjs'

const options = readOptions('prompts', {}, 'It needs no database.')
const built = (path) => import(pathToFileURL(join(ROOT, 'build/modules', path)).href)
const { promptOf } = await built('chat/prompts/build_prompt.js')
const { planPrompt } = await built('chat/prompts/plan_prompt.js')
const { macrosOf } = await built('chat/prompts/prompt_macros.js')
const { estimateTokens } = await built('chat/prompts/estimate_tokens.js')
const { packPrompt } = await built('chat/prompts/packed_prompt.js')
const { recordPrompt } = await built('chat/prompts/prompt_record.js')
const { activate } = await built('lore/src/engine/activate.js')
const { blankEntry } = await built('lore/src/domain/entry.js')
const { activateWithPatterns, budgetTokens, emptyState } = await built('lore/index.js')

const entriesCount = 10_000
const messagesCount = 2_000
const turnsCount = 60
const targetMs = 25
const holdTargetMs = 100
const [warmUps, rounds] = options.quick ? [30, 50] : [100, 400]

/** The seed is fixed, so every run measures the same texts. */
let state = 1
const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x7fff_ffff
const vocabulary = Array.from({ length: 4_000 }, (_, n) => `w${((n * 7_919) % 99_991).toString(36)}en`)
const word = () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]
const text = (words) => Array.from({ length: words }, word).join(' ')

const persona = { name: 'Robin', description: text(40), personality: '', background: '', lorebookIds: [] }
const sheet = {
  name: 'Ada',
  description: text(40),
  personality: text(150),
  backstory: text(400),
  scenario: text(40),
  exampleDialogue: `<START>\n${text(150)}`,
}
const history = Array.from({ length: messagesCount }, (_, n) => ({
  id: String(n),
  isUser: n % 2 === 1,
  content: n % 40 === 0 ? `{{user}}: ${text(45)}` : text(45),
  position: n + 1,
  at: Date.UTC(2026, 0, 1) + n * 60_000,
}))
const entries = Array.from({ length: entriesCount }, (_, n) => ({
  ...blankEntry,
  id: String(n),
  keys: [n % 300 === 0 ? word() : `key${n}`, `${word()}x${n}`, `the ${word()} of ${n}`],
  content: text(30),
  order: n % 200,
}))
const book = { id: 'book', origin: 'character', scanDepth: null, tokenBudget: null, recursive: true, entries }
const large = { contextTokens: 32_768, outputTokensMax: 1_000 }

const loreOf = (given, macros) => {
  const { names, fill, fillHistory } = macrosOf({ sheet, persona, history: given, macros })
  return activate({
    books: [book],
    messages: fillHistory().map(({ message: { isUser }, text }) => {
      return { name: isUser ? names.user : names.char, text, isAnswer: !isUser }
    }),
    state: emptyState,
    budget: { tokens: budgetTokens(large.contextTokens - large.outputTokensMax), countTokens: estimateTokens },
    seed: { chat: 'chat', message: macros.seed },
    fill,
  }).used
}
const plan = ({ hasLore, seed }) => {
  const macros = { seed, chatId: 'chat', at: Date.UTC(2026, 0, 3), timeZone: 'UTC', model: 'Standard' }
  const lore = hasLore ? loreOf(history, macros) : []
  return promptOf(planPrompt({ sheet, persona, pins: [], lore, history, macros, ...large }))
}

const measure = (name, hasLore) => {
  const measured = { wall: [], cpu: [] }
  for (let n = 0; n < warmUps + rounds; n++) {
    const [wall, cpu] = [performance.now(), process.cpuUsage()]
    plan({ hasLore, seed: String(n) })
    const taken = process.cpuUsage(cpu)
    if (n < warmUps) continue
    measured.wall.push(performance.now() - wall)
    measured.cpu.push((taken.user + taken.system) / 1_000)
  }
  const timesOf = (values) => ({
    p50: median(values),
    p95: percentile(
      values.toSorted((a, b) => a - b),
      95
    ),
  })
  return { name, wall: timesOf(measured.wall), cpu: timesOf(measured.cpu) }
}

/** Returns the share of a prompt that equals the start of the one before, over `turnsCount` turns that fill a small tier. */
const shareOf = (requestOf) => {
  let before = ''
  let [same, whole] = [0, 0]
  for (let turn = 1; turn <= turnsCount; turn++) {
    const now = requestOf(history.slice(0, turn * 2))
    let equal = 0
    while (equal < before.length && before[equal] === now[equal]) equal++
    if (turn > 1) [same, whole] = [same + equal, whole + now.length]
    before = now
  }
  return same / whole
}
const small = { contextTokens: 4_096, outputTokensMax: 400 }
const asOneText = ({ system, messages }) => [system, ...messages.map(({ content }) => content)].join('\n\n')
const planned = (given) => asOneText(promptOf(planPrompt({ sheet, persona, pins: [], history: given, ...small })))
/** Builds the floor: the same prompt, which drops the oldest message as soon as there is no room for it. */
const slid = (given) => {
  const { parts } = planPrompt({ sheet, persona, pins: [], history: given, ...small })
  const system = parts.filter(({ kind }) => kind !== 'examples').map((part) => part.text)
  let room = small.contextTokens - small.outputTokensMax - estimateTokens(system.join('\n\n'))
  const kept = []
  for (const { content } of given.toReversed()) {
    room -= estimateTokens(content)
    if (room < 0) break
    kept.unshift(content)
  }
  return [...system, ...kept].join('\n\n')
}

/** Waits for the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Runs a function, and returns the longest CPU time of a turn of the event loop, and that of all turns. */
const holdsOf = async (run) => {
  const start = cpuMs()
  let [last, longest, isRunning] = [start, 0, true]
  const watch = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(watch)
  }
  setImmediate(watch)
  await run()
  await turn()
  isRunning = false
  return { longest, all: cpuMs() - start }
}

/** Prepares a prompt as the server does: lorebooks, plan, and record, each in turns of its own. */
const prepare = async (texts, entries) => {
  const macros = {
    seed: 'seed',
    chatId: 'chat',
    at: Date.UTC(2026, 0, 3),
    timeZone: 'Europe/Berlin',
    model: 'Standard',
  }
  const given = { persona, ...texts, macros }
  const { names, fill, fillHistory } = macrosOf(given)
  const activation = {
    books: [
      { ...book, scanDepth: 1_000, entries: entries.map((entry, n) => ({ ...blankEntry, ...entry, id: String(n) })) },
    ],
    messages: fillHistory().map(({ message: { isUser }, text }) => {
      return { name: isUser ? names.user : names.char, text, isAnswer: !isUser }
    }),
    state: emptyState,
    budget: { tokens: budgetTokens(large.contextTokens - large.outputTokensMax), countTokens: estimateTokens },
    seed: { chat: 'chat', message: macros.seed },
    fill,
  }
  const matcher = { match: () => Promise.resolve({ found: [], tookMs: 1 }) }
  return async () => {
    const { used } = await activateWithPatterns(matcher, activation, 'user')
    await turn()
    const input = { ...given, lore: used, readable: { all: false, definitionPublic: false }, ...large }
    const planned = planPrompt(input)
    await turn()
    packPrompt(recordPrompt(planned))
  }
}

const ordinary = { sheet, pins: [], history }
const largestHolds = []
for (const [name, texts] of Object.entries(largestTexts))
  largestHolds.push({ name, ...(await holdsOf(await prepare({ persona, ...texts }, []))) })
for (const [name, entriesOf] of Object.entries(largestBooks))
  largestHolds.push({ name, ...(await holdsOf(await prepare(ordinary, entriesOf()))) })
const longestHold = Math.max(...largestHolds.map(({ longest }) => longest))

const times = [measure('a plain send', false), measure(`with ${entriesCount.toLocaleString('en')} entries`, true)]
const [, withLore] = times
const holds = withLore.wall.p95 < targetMs
const isShort = longestHold < holdTargetMs
const verdict = holds ? 'reached' : 'missed'
const [share, floor] = [shareOf(planned), shareOf(slid)]
const ms = (value) => figure(value, 'ms')
const percent = (value) => `${Math.round(value * 100)} %`
const count = messagesCount.toLocaleString('en')
console.log(
  `\n${table([
    [`planning for ${count} messages`, 'p50', 'p95', 'CPU p50', 'CPU p95'],
    ...times.map(({ name, wall, cpu }) => [name, ms(wall.p50), ms(wall.p95), ms(cpu.p50), ms(cpu.p95)]),
  ])}\n\n${table([
    ['largest permitted', 'longest turn of the event loop, CPU', 'all turns, CPU'],
    ...largestHolds.map(({ name, longest, all }) => [name, ms(longest), ms(all)]),
  ])}\n\n${table([
    [`${turnsCount} turns`, 'equal to the beginning of the prompt before'],
    ['in blocks', percent(share)],
    ['floor: message by message', percent(floor)],
  ])}\n\n${machineWith(nodeVersion)}; ${rounds} prompts after ${warmUps} to warm up.`
)
const summary = [
  {
    name: `prompts: ${entriesCount.toLocaleString('en')} entries, ${count} messages`,
    measured: `p95 ${ms(withLore.wall.p95)}`,
    target: `below ${targetMs} ms`,
    verdict,
  },
  {
    name: 'prompts: the event loop is held by the largest texts and lorebooks',
    measured: ms(longestHold),
    target: `below ${holdTargetMs} ms`,
    verdict: isShort ? 'reached' : 'missed',
  },
  {
    name: `prompts: equal beginnings, ${turnsCount} turns`,
    measured: percent(share),
    floor: percent(floor),
    target: 'above the floor',
    verdict: share > floor ? 'reached' : 'missed',
  },
]
process.exitCode = finish(options, { summary, times, largestHolds, share, floor }, !holds || !isShort || share <= floor)
