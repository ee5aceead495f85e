/**
 * Preloaded into a server, so that its periodic work runs 360 times as often: what has an hour runs every 10 s, and what has a minute six times a second.
 * Shorter timers, such as the deadlines of queries, stay as they are.
 */
import { promisify } from 'node:util'

const [longMs, factor] = [15_000, 360]
const { setTimeout } = globalThis
globalThis.setTimeout = Object.assign((run, ms, ...args) => setTimeout(run, ms >= longMs ? ms / factor : ms, ...args), {
  [promisify.custom]: setTimeout[promisify.custom],
})
