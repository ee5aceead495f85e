/**
 * The load driver, a separate process so that its cost can be measured. The parent sends
 * `{ side, at, scene, warmUpMs, measureMs }`: `at` configures the side's client (clients.mjs), `scene` is
 * `{ chats, tokens, firstMs, delayMs, model, tier, wholeReplies? }`. Answers `{ measuring: true }` and
 * `{ measuring: false }` when the measurement begins and ends, then `{ result }` or `{ failed }`. With `wholeReplies`, each chat gets
 * that many, and the measurement begins before the first and ends after the last one, so that it contains no part of a reply.
 */
import { clients } from './clients.mjs'
import { endWithParent } from './child.mjs'
import { spread } from './stats.mjs'
import { sharedNowMs, tokenReader } from './stamp.mjs'

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const drainMs = 15_000

/** Results of one round. Speed and delay count during the measurement only, errors always. */
class Tally {
  measuring = false
  replies = 0
  tokens = 0
  shortReplies = 0
  errors = 0
  errorKinds = {}
  addedFirstMs = []
  transitMs = []

  fault(error) {
    this.errors++
    const kind = String(error.message).slice(0, 160)
    this.errorKinds[kind] = (this.errorKinds[kind] ?? 0) + 1
  }
}

async function exchange(client, scene, tally, number) {
  const transits = []
  const begun = sharedNowMs()
  let first = null
  let now = begun
  let seen = 0
  let inOrder = true
  const read = tokenReader((sequence, sentMs) => {
    inOrder &&= sequence === ++seen
    if (!tally.measuring) return
    tally.tokens++
    transits.push(now - sentMs)
  })
  await client.say(`Hello number ${number}, tell me a story about the old lighthouse. (${scene.model})`, (text) => {
    now = sharedNowMs()
    first ??= now
    read(text)
  })
  if (!inOrder) throw new Error('a token is missing, duplicated or out of order')
  if (seen < scene.tokens) return void tally.shortReplies++
  if (!tally.measuring) return
  tally.replies++
  tally.addedFirstMs.push(first - begun - scene.firstMs)
  for (const transit of transits) tally.transitMs.push(transit)
}

async function round({ side, at, scene, warmUpMs, measureMs }) {
  const tally = new Tally()
  const replyMs = scene.firstMs + scene.tokens * scene.delayMs
  const spreadMs = Math.min(1000, replyMs) // so that paced chats don't run in lockstep
  let isOver = false

  const members = Array.from({ length: scene.chats }, (_, index) => clients[side](at, scene, index))
  const play = async (client, index) => {
    await sleep((index / scene.chats) * spreadMs)
    for (let number = 0; !isOver && number !== scene.wholeReplies; number++) {
      await exchange(client, scene, tally, number).catch(async (error) => {
        tally.fault(error)
        await sleep(20)
      })
    }
  }
  const drain = async (chats) => {
    const drained = await Promise.race([Promise.all(chats).then(() => true), sleep(drainMs).then(() => false)])
    if (!drained) tally.fault(new Error(`a reply did not end within ${drainMs / 1000} s of the last`))
  }

  let chats = scene.wholeReplies ? [] : members.map(play)
  if (!scene.wholeReplies) await sleep(warmUpMs + spreadMs)
  process.send({ measuring: true })
  const begun = performance.now()
  const own = process.cpuUsage()
  tally.measuring = true
  if (scene.wholeReplies) {
    chats = members.map(play)
    await Promise.all(chats)
  } else await sleep(measureMs)
  isOver = true
  tally.measuring = false
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(own)
  process.send({ measuring: false })
  await drain(chats)
  const { replies, tokens, shortReplies, errors, errorKinds } = tally
  return {
    seconds,
    replies,
    tokens,
    shortReplies,
    errors,
    errorKinds,
    repliesPerSecond: replies / seconds,
    addedFirstMs: spread(tally.addedFirstMs),
    transitMs: spread(tally.transitMs),
    clientCores: (user + system) / 1e6 / seconds,
  }
}

process.on('message', (order) => {
  round(order).then(
    (result) => process.send({ result }),
    (error) => process.send({ failed: error.message })
  )
})
endWithParent()
