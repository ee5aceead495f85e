/**
 * Counts the facts of a long chat that are in its prompts at the end, in this process: no server, no database. README.md explains the
 * figures. Run it with Node 24 after a build.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from '../../apps/launcher/settings.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { table } from './lib/table.mjs'

const options = readOptions('memory', {}, 'It needs no database.')
const built = (path) => import(pathToFileURL(join(ROOT, 'build', path)).href)
const { promptOf } = await built('modules/chat/prompts/build_prompt.js')
const { planPrompt } = await built('modules/chat/prompts/plan_prompt.js')
const { estimateTokens } = await built('modules/chat/prompts/estimate_tokens.js')
const { leftOutBefore } = await built('modules/chat/replies/memory/left_out.js')
const { linesOf, parseSummary, summaryPrompt } = await built('modules/chat/replies/memory/summary_prompt.js')
const { localModel } = await built('plugins/model-local/index.js')
const { activate } = await built('modules/lore/src/engine/activate.js')
const { blankEntry } = await built('modules/lore/src/domain/entry.js')
const { emptyState } = await built('modules/lore/src/engine/types.js')

const messagesCount = 1_000
const factsCount = 40
const pinsMax = 20
const tiers = [
  { name: 'Basic', contextTokens: 4_096, outputTokensMax: 400 },
  { name: 'Ultra', contextTokens: 32_768, outputTokensMax: 1_000 },
]

/** The seed is fixed, so every run builds the same chat. */
let state = 7
const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x7fff_ffff
const pick = (list) => list[Math.floor(random() * list.length)]
const openings = [
  'I look up at the grey sky',
  'He pours another cup of tea',
  'She folds the map again',
  'We walk on in silence',
]
const endings = [
  'and say nothing for a while.',
  'while the rain goes on.',
  'and smile at the thought.',
  'as if nothing had happened.',
]
const chatter = () => Array.from({ length: 4 }, () => `${pick(openings)}, ${pick(endings)}`).join(' ')

/** Each fact has its own name, which no other message contains. */
const syllables = ['Bar', 'Cor', 'Dun', 'Fen', 'Gal', 'Har', 'Kel', 'Lor']
const facts = Array.from({ length: factsCount }, (_, n) => {
  const name = `${syllables[n % 8]}${['wick', 'mere', 'holt', 'ford', 'dale'][Math.floor(n / 8)]}`
  const text = `My cousin ${name} hid ${n + 11} silver coins below the old mill.`
  return { name, text, question: `Tell me, what did ${name} hide?` }
})
const spacing = messagesCount / factsCount
const messages = Array.from({ length: messagesCount }, (_, n) => {
  const fact = n % spacing === 12 ? facts[(n - 12) / spacing] : null
  const content = fact ? `${chatter()} ${fact.text} ${chatter()}` : chatter()
  return { id: `m${n}`, position: n + 1, at: n * 60_000, isUser: n % 2 === 1, speaker: null, content }
})

const sheet = {
  name: 'Ada',
  description: chatter(),
  personality: chatter(),
  backstory: '',
  scenario: chatter(),
}
const persona = { name: 'Robin', description: '', personality: '', background: '' }
const planOf = (tier, history, more) => planPrompt({ sheet, persona, pins: [], ...tier, ...more, history })
/** Returns the first message and the newest ones, as the database does. */
const historyOf = (upTo) => (upTo <= 400 ? messages.slice(0, upTo) : [messages[0], ...messages.slice(upTo - 399, upTo)])

const writer = localModel({ wordDelayMs: 0 })
const names = { char: sheet.name, user: persona.name }
const summarize = async (previous, missing) => {
  const task = { previous, lines: linesOf(missing, names, { chatId: 'chat', timeZone: 'UTC' }) }
  const cast = { character: { ...sheet }, scenario: '', user: { name: persona.name, persona: '' } }
  const request = {
    ...summaryPrompt(names, task),
    summary: task,
    cast,
    outputTokensMax: 700,
    sampling: {},
    stop: [],
    variant: 0,
  }
  let answer = ''
  for await (const part of writer.streamReply(request, new AbortController().signal))
    if (part.type === 'text') answer += part.text
  return parseSummary(answer, false)
}

/** Plays the chat. After each reply, it summarizes the messages that no longer fit, as the server does. */
const play = async (tier) => {
  let summary = null
  let jobs = 0
  const proposed = new Set()
  for (let upTo = 2; upTo <= messagesCount; upTo += 2) {
    const history = historyOf(upTo)
    const before = leftOutBefore(planOf(tier, history, { summary }), history, tier.contextTokens * 4)
    const from = (summary?.position ?? 0) + 1
    const missing = before === null ? [] : messages.filter(({ position }) => position >= from && position < before)
    if (missing.length < 4) continue
    const { text, facts } = await summarize(summary?.text ?? '', missing)
    summary = { text, upTo: missing.at(-1).id, position: before - 1 }
    jobs++
    for (const fact of facts) proposed.add(fact)
  }
  return { summary, jobs, proposed: [...proposed] }
}

const entries = facts.map(({ name, text }, n) => ({ ...blankEntry, id: String(n), keys: [name], content: text }))
const loreFor = (tier, history) =>
  activate({
    books: [{ id: 'book', origin: 'chat', scanDepth: 4, tokenBudget: null, recursive: false, entries }],
    messages: history.map(({ isUser, content }) => ({
      name: isUser ? 'Robin' : 'Ada',
      text: content,
      isAnswer: !isUser,
    })),
    state: emptyState,
    budget: { tokens: tier.contextTokens / 4, countTokens: estimateTokens },
    seed: { chat: 'chat', message: 'm' },
  }).used.map(({ content, place, order, tokens }) => ({ content, place, order, tokens }))

/** Counts the facts that are in the prompts that ask for them. */
const count = (tier, more) =>
  facts.filter(({ text, question }) => {
    const asked = {
      id: 'asked',
      position: messagesCount + 1,
      at: messagesCount * 60_000,
      isUser: true,
      content: question,
    }
    const history = [...historyOf(messagesCount), asked]
    const { system, messages: sent } = promptOf(planOf(tier, history, more(history)))
    return [system, ...sent.map(({ content }) => content)].join('\n').includes(text)
  }).length

const rows = []
const figures = {}
for (const { name, ...tier } of tiers) {
  const { summary, jobs, proposed } = await play(tier)
  const useful = proposed.filter((each) => facts.some(({ text }) => each.includes(text)))
  const pins = facts.slice(0, pinsMax).map(({ text }) => text)
  const accepted = useful.slice(0, pinsMax)
  const found = {
    plain: count(tier, () => ({})),
    summary: count(tier, () => ({ summary })),
    pins: count(tier, () => ({ pins })),
    proposals: count(tier, () => ({ pins: accepted })),
    lore: count(tier, (history) => ({ lore: loreFor(tier, history) })),
    all: count(tier, (history) => ({ summary, pins: accepted, lore: loreFor(tier, history) })),
  }
  figures[name] = { ...found, jobs, proposed: proposed.length, useful: useful.length }
  rows.push([`${name}, ${tier.contextTokens.toLocaleString('en')} tokens`, ...Object.values(found).map(String)])
  console.log(`${name}: ${jobs} summaries; ${useful.length} of ${proposed.length} proposals hold a planted fact.`)
}

console.log(
  `\n${table([['of 40 facts, at the end', 'plain cut', 'summary', '20 pins', '20 proposals', 'lorebook', 'summary, proposals, lorebook'], ...rows])}\n\n${machineWith(nodeVersion)}; ${messagesCount} messages.`
)
const isBetter = Object.values(figures).every(({ plain, summary, pins, proposals, lore }) =>
  [summary, pins, proposals, lore].every((found) => found >= plain)
)
const verdict = isBetter ? 'reached' : 'missed'
const summary = Object.entries(figures).map(([name, { plain, summary: found }]) => ({
  name: `memory: facts of 40 in the prompt, ${name}`,
  measured: `${found} with a summary, ${plain} without`,
  target: 'no fewer',
  verdict,
}))
process.exitCode = finish(options, { summary, figures }, !isBetter)
