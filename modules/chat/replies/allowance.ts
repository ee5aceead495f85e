import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Logger } from '@adonisjs/core/logger'
import { Limiters } from '#modules/kernel/rate_limit'
import { nilUuid } from '#modules/kernel/ids'
import type { ModelProvider, ModelRequest, ModelUsage, ReplyPart } from '#plugins/contract/model'
import { estimateTokens } from '../prompts/index.ts'

/**
 * The kinds of model calls that no hold pays for. `callsMax`: how many calls one reply, or one request of the user, may cause. A new kind is
 * a row here. A test refuses calls to providers by any other way.
 */
export const freeCalls = {
  /** The running summary of a chat, and the facts that it proposes. */
  summary: { callsMax: 8 },
} as const satisfies Record<string, { callsMax: number }>

export type FreeCall = keyof typeof freeCalls

/** The limits of all users together, per UTC day. */
export abstract class AllowanceLimits {
  abstract readonly calls: number
  abstract readonly tokens: number
}

/** No user gets more than this share of the limits. */
export const userShare = 1 / 20

/** Thrown instead of calling the model. The allowance stays spent until the next UTC day. */
export class AllowanceSpent extends Error {
  constructor() {
    super('The model calls of this day are used up.')
  }
}

interface AllowanceParts {
  db: Database
  logger: Pick<Logger, 'warn'>
  /** Null: no limits, for benchmarks. */
  limits: AllowanceLimits | null
}

interface FreeRequest {
  userId: string
  provider: ModelProvider
  request: ModelRequest
  signal: AbortSignal
}

interface UsedRow {
  user_id: string
  calls: number
  /** PostgreSQL's bigint. */
  tokens: string
  is_spent: boolean
}

interface Reservation {
  userId: string
  day: string
  tokens: number
}

const today = `(now() AT TIME ZONE 'UTC')::date`

/**
 * Calls models without a hold, within a daily allowance of calls and tokens per user and for all users together. The counters are in the
 * database, so processes share them. Each call is reserved before it starts and counts even if it fails.
 */
@inject()
export class Allowance {
  readonly #parts: AllowanceParts

  constructor(db: Database, logger: Logger, limiters: Limiters, limits: AllowanceLimits) {
    this.#parts = { db, logger, limits: limiters.enabled ? limits : null }
  }

  /** Streams the answer. Throws `AllowanceSpent` before the provider is called if the allowance doesn't cover the call. */
  async *stream(kind: FreeCall, { userId, provider, request, signal }: FreeRequest): AsyncGenerator<ReplyPart> {
    const prompt = promptTokens(request)
    const output = request.outputTokensMax + (request.reasoning?.tokensMax ?? 0)
    const reservation = await this.#reserve(userId, prompt + output)
    let written = 0
    let usage: ModelUsage | null = null
    try {
      for await (const part of provider.streamReply(request, signal)) {
        if (part.type === 'finish') usage = part.usage
        else if ('text' in part) written += estimateTokens(part.text ?? '')
        yield part
      }
    } finally {
      const used = usage ? usage.inputTokens + usage.outputTokens : prompt + written
      // Without the correction, the reservation counts.
      await this.#settle(reservation, used).catch((error) =>
        this.#parts.logger.warn({ err: error, kind }, 'the tokens of a free model call could not be corrected')
      )
    }
  }

  /** Whether a call of this user was refused today. */
  async isSpent(userId: string): Promise<boolean> {
    const { rows } = await this.#parts.db.rawQuery<{ rows: unknown[] }>(
      `SELECT FROM chat_allowances WHERE user_id = ?::uuid AND day = ${today} AND is_spent`,
      [userId]
    )
    return rows.length > 0
  }

  /** Deletes the counters of earlier days. */
  async purge(): Promise<void> {
    await this.#parts.db.rawQuery(`-- all users: counters of earlier days
       DELETE FROM chat_allowances WHERE day < ${today} - 1`)
  }

  async #reserve(userId: string, tokens: number): Promise<Reservation | null> {
    const { db, limits } = this.#parts
    if (!limits) return null
    const reservation = await db.transaction(async (trx) => {
      await trx.rawQuery(
        `INSERT INTO chat_allowances (user_id, day) VALUES (?::uuid, ${today}), (?::uuid, ${today}) ON CONFLICT DO NOTHING`,
        [nilUuid, userId]
      )
      // The shared row comes first for all users, so that two reservations can't wait for each other.
      const { rows } = await trx.rawQuery<{ rows: (UsedRow & { day: string })[] }>(
        `SELECT user_id, day::text, calls, tokens, is_spent FROM chat_allowances
         WHERE user_id IN (?::uuid, ?::uuid) AND day = ${today} ORDER BY user_id FOR UPDATE`,
        [nilUuid, userId]
      )
      const own = rows.find((row) => row.user_id === userId)!
      const isCovered = rows.every((row) => {
        const share = row.user_id === userId ? userShare : 1
        return row.calls + 1 <= limits.calls * share && Number(row.tokens) + tokens <= limits.tokens * share
      })
      const { day } = own
      if (own.is_spent) return null
      if (!isCovered) {
        await trx.rawQuery('UPDATE chat_allowances SET is_spent = true WHERE user_id = ?::uuid AND day = ?::date', [
          userId,
          day,
        ])
        return null
      }
      await trx.rawQuery(
        `UPDATE chat_allowances SET calls = calls + 1, tokens = tokens + ?::bigint
         WHERE user_id IN (?::uuid, ?::uuid) AND day = ?::date`,
        [tokens, nilUuid, userId, day]
      )
      return { userId, day, tokens }
    })
    if (!reservation) throw new AllowanceSpent()
    return reservation
  }

  async #settle(reservation: Reservation | null, used: number): Promise<void> {
    if (!reservation) return
    const { userId, day, tokens } = reservation
    await this.#parts.db.rawQuery(
      `WITH counted AS (
         SELECT user_id FROM chat_allowances WHERE user_id IN (?::uuid, ?::uuid) AND day = ?::date ORDER BY user_id FOR UPDATE
       )
       UPDATE chat_allowances SET tokens = tokens + ?::bigint FROM counted
       WHERE chat_allowances.user_id = counted.user_id AND day = ?::date`,
      [nilUuid, userId, day, Math.ceil(used) - tokens, day]
    )
  }
}

const promptTokens = ({ system, messages }: ModelRequest) =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(system))
