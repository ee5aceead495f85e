import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { callJson, clients } from './clients.mjs'
import { machineWith, nodeVersion } from './machine.mjs'
import { finish } from './options.mjs'
import { openReplyStage, pacedModel } from './reply_stage.mjs'
import { sum } from './stats.mjs'
import { figure, table } from './table.mjs'
import { tokenReader } from './stamp.mjs'

/** So many tokens that no reply ends before the kill, however busy the machine is. */
const scene = { chats: 25, tokens: 3_000, firstMs: 100, delayMs: 20, tier: 'basic' }
scene.model = pacedModel(scene)
/** The server is killed when readers have seen this many tokens on average. */
const tokensSeen = 40
/**
 * All replies get their first text at the same time, but wait for it for a time in this range. Each round adds a delay. Save timers
 * thereby are in every phase when the server is killed, whether each reply has its own or the process has one.
 */
const waitsMs = { least: 100, most: 1_100 }
const delaysMs = [0, 200, 400, 600, 800]
const keptMin = 0.97
const settleDeadlineMs = 20_000
/** Readers have seen enough after two seconds on a quiet machine. */
const reachDeadlineMs = 40_000

/** Kills the server while replies stream, starts it again, and compares the saved text with what readers had seen. */
export async function benchKill(undo, options) {
  const stage = await openReplyStage(undo, { warmUpMs: 0 })
  const { databases } = stage
  const db = new pg.Pool({ connectionString: databases.floorUrl, max: 1 })
  undo(() => db.end())

  const startFloor = () => stage.startFloor('durable floor', databases.floorUrl)
  const facet = await stage.startServer({ models: { basic: scene.model, standard: scene.model }, people: scene.chats })
  const sides = {
    floor: { now: await startFloor(), restart: startFloor, readSaved: (_, index) => readFloor(db, index) },
    facet: { now: facet, restart: () => facet.start(), readSaved: readFacet },
  }
  const rounds = []
  for (const delayMs of options.quick ? [0, 400] : delaysMs) {
    for (const [name, side] of Object.entries(sides)) {
      console.log(`killing the ${name === 'floor' ? 'floor' : 'server'}`)
      const seen = await killMidway(side.now, delayMs)
      side.now = { ...side.now, ...(await side.restart()) }
      const saved = await Promise.all(seen.map((_, index) => side.readSaved(side.now, index)))
      rounds.push({ side: name, delayMs, replies: seen.map((text, index) => compare(text, saved[index])) })
    }
  }
  return report(databases, rounds, options)
}

/** Returns the text that each reader had seen when the server was gone. */
async function killMidway(side, delayMs) {
  const seen = Array.from({ length: scene.chats }, () => '')
  const reached = Promise.withResolvers()
  let tokens = 0
  const says = seen.map(async (_, index) => {
    const wait = Math.round(waitsMs.least + ((waitsMs.most - waitsMs.least) * index) / (scene.chats - 1))
    const countTokens = tokenReader(() => {
      if (++tokens === tokensSeen * scene.chats) reached.resolve()
    })
    await sleep(waitsMs.most - wait)
    await clients[side.client](side, scene, index).say(`Tell me a story. first=${delayMs + wait}`, (text) => {
      seen[index] += text
      countTokens(text)
    })
  })
  const ended = Promise.allSettled(says)
  const isLate = sleep(reachDeadlineMs, true, { ref: false })
  const failed = await Promise.race([reached.promise, ended, isLate])
  await side.stop('SIGKILL')
  const unexpected = (await ended).filter(({ status }) => status === 'fulfilled').length
  if (unexpected > 0) throw new Error(`${unexpected} replies ended before the server was killed.`)
  if (failed)
    throw new Error(`Readers had seen ${tokens} tokens, not ${tokensSeen * scene.chats}, before the server was killed.`)
  return seen
}

async function readFloor(db, index) {
  const { rows } = await db.query(
    `SELECT content FROM floor_messages WHERE chat_id = $1 AND role = 'assistant' ORDER BY id DESC LIMIT 1`,
    [index + 1]
  )
  return rows[0]?.content ?? ''
}

/** Waits until the restarted server has ended the reply. */
async function readFacet({ url, characterIds, cookies }, index) {
  for (const deadline = Date.now() + settleDeadlineMs; Date.now() < deadline; await sleep(100)) {
    const { json } = await callJson('GET', `${url}/api/chats/${characterIds[0]}`, { cookie: cookies[index] })
    const last = json.messages.at(-1)
    if (!last.isUser) return last.content
  }
  return '' // nothing was saved
}

function compare(seen, saved) {
  const [read, kept] = [seen.trim(), saved.trim()]
  if (!kept.startsWith(read) && !read.startsWith(kept)) return { seen: read.length, kept: 0, isOther: true }
  return { seen: read.length, kept: Math.min(read.length, kept.length), isOther: false }
}

function report({ version }, rounds, options) {
  const sides = ['floor', 'facet'].map((name) => rounds.filter(({ side }) => side === name))
  const lines = sides.map((some) => {
    const replies = some.flatMap((round) => round.replies)
    return {
      seen: sum(replies.map(({ seen }) => seen)),
      kept: sum(replies.map(({ kept }) => kept)),
      least: Math.min(...replies.map(({ seen, kept }) => (seen === 0 ? 1 : kept / seen))),
      faults: replies.filter(({ isOther }) => isOther).length,
    }
  })
  const percent = (share) => `${(share * 100).toFixed(1)} %`
  const share = lines.map(({ seen, kept }) => kept / seen)
  const reached = (holds) => (holds ? 'reached' : 'missed')
  const verdicts = [
    {
      name: 'text kept, of what readers had seen',
      floor: percent(share[0]),
      facet: percent(share[1]),
      target: `at least ${keptMin * 100} %`,
      verdict: reached(share[1] >= keptMin),
    },
    {
      name: 'text kept, the worst reply',
      floor: percent(lines[0].least),
      facet: percent(lines[1].least),
      target: '',
      verdict: '',
    },
    {
      name: 'replies with other text',
      floor: String(lines[0].faults),
      facet: String(lines[1].faults),
      target: 'none',
      verdict: reached(lines[1].faults === 0),
    },
  ]
  const cells = verdicts.map(({ name, floor, facet, target, verdict }) => [name, floor, facet, target, verdict])
  console.log(`\n${table([['killed while streaming', 'durable floor', 'Facet', 'target', 'verdict'], ...cells])}\n`)
  console.log(
    `${machineWith(nodeVersion, `PostgreSQL ${version}`)}; ${rounds.length / 2} × ${scene.chats} replies at ${scene.delayMs} ms a token, killed at ${tokensSeen} tokens. ` +
      `Characters: ${figure(lines[1].kept, 'count')} of ${lines[1].seen} with Facet.`
  )
  return finish(
    options,
    { scene, tokensSeen, delaysMs, verdicts, rounds },
    verdicts.some(({ verdict }) => verdict === 'missed')
  )
}
