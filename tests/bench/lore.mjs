/**
 * Measures the lorebook engine alone, in this process: no server, no database. README.md explains the figures. Run it with Node 24 after a
 * build.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from '../../apps/launcher/settings.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { median, percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('lore', {}, 'It needs no database.')
const built = (path) => import(pathToFileURL(join(ROOT, 'build/modules/lore', path)).href)
const { activate } = await built('src/engine/activate.js')
const { blankEntry } = await built('src/domain/entry.js')
const { emptyState } = await built('src/engine/types.js')

const entriesCount = 10_000
const messagesCount = 50
const targetMs = 20
const [warmUps, rounds] = options.quick ? [30, 50] : [100, 400]

/** The seed is fixed, so every run measures the same books and messages. */
let state = 1
const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x7fff_ffff
const vocabulary = Array.from({ length: 4_000 }, (_, n) => `w${((n * 7_919) % 99_991).toString(36)}en`)
const word = () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]
const text = (words) => Array.from({ length: words }, word).join(' ')

/** Each entry has three keys: a word, words with a space or an apostrophe, and a longer word. One entry in 300 is found. */
const entries = Array.from({ length: entriesCount }, (_, n) => ({
  ...blankEntry,
  id: String(n),
  keys: [
    n % 300 === 0 ? word() : `key${n}`,
    `${word()}x${n}`,
    n % 3 === 0 ? `${word()}'s${n}` : `the ${word()} of ${n}`,
  ],
  content: text(30),
  order: n % 200,
}))
const messages = Array.from({ length: messagesCount }, (_, n) => ({
  name: n % 2 ? 'Mo' : 'Ann',
  text: text(90),
  isAnswer: n % 2 === 1,
}))
const book = { id: 'book', origin: 'character', scanDepth: messagesCount, tokenBudget: null, recursive: true, entries }

const run = (message) =>
  activate({
    books: [book],
    messages,
    state: emptyState,
    budget: { tokens: 4_000, countTokens: (content) => Math.ceil(content.length / 4) },
    seed: { chat: 'chat', message },
  })

const measured = { wall: [], cpu: [] }
let used = 0
for (let n = 0; n < warmUps + rounds; n++) {
  const [wall, cpu] = [performance.now(), process.cpuUsage()]
  const result = run(String(n))
  const taken = process.cpuUsage(cpu)
  if (n < warmUps) continue
  measured.wall.push(performance.now() - wall)
  measured.cpu.push((taken.user + taken.system) / 1_000)
  used = result.used.length
}

const p50 = median(measured.wall)
const holds = p50 < targetMs
const verdict = holds ? 'reached' : 'missed'
const ms = (value) => figure(value, 'ms')
const p99 = percentile(
  measured.wall.toSorted((a, b) => a - b),
  99
)
const name = `${entriesCount.toLocaleString('en')} entries, ${messagesCount} messages`
console.log(
  `\n${table([
    ['engine', 'used', 'p50', 'p99', 'CPU p50', 'target', 'verdict'],
    [name, String(used), ms(p50), ms(p99), ms(median(measured.cpu)), `p50 below ${targetMs} ms`, verdict],
  ])}\n\n${machineWith(nodeVersion)}; ${rounds} activations after ${warmUps} to warm up.`
)
const summary = [{ name: `lorebooks: ${name}`, measured: `p50 ${ms(p50)}`, target: `below ${targetMs} ms`, verdict }]
process.exitCode = finish(options, { summary, p50, p99 }, !holds)
