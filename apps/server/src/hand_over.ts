import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyWatch } from '#modules/chat/index'
import type { HttpServer } from './http_server.ts'

/** The minimum duration. Clients send their requests on connections that were just accepted within this time. */
const leastMs = 1_000
const everyMs = 50

interface HandOver {
  server: Pick<HttpServer, 'leave' | 'requests'>
  replies: Pick<ReplyWatch, 'now'>
  deadlineMs: number
}

/**
 * Leaves new connections to the other processes, and serves the requests on open connections, including new replies. Resolves when only
 * event streams are left, or after `deadlineMs`. Remaining requests then drain as after SIGTERM.
 */
export const handOver = async ({ server, replies, deadlineMs }: HandOver): Promise<void> => {
  const startedAt = performance.now()
  server.leave()
  for (;;) {
    await sleep(everyMs)
    const tookMs = performance.now() - startedAt
    const { replies: running, eventStreams } = replies.now()
    const isIdle = running === 0 && server.requests <= eventStreams
    if ((isIdle && tookMs >= leastMs) || tookMs >= Math.max(leastMs, deadlineMs)) return
  }
}
