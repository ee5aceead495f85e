import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Logger } from '@adonisjs/core/logger'
import { Limiters } from '#modules/kernel/rate_limit'
import { nilUuid } from '#modules/kernel/ids'
import type { ModelProvider, ModelRequest, ModelUsage, ModelWriter, ReplyPart } from '#plugins/contract/model'
import { estimateTokens, pictureTokens } from '../prompts/index.ts'

/**
 * The kinds of model calls that no hold pays for. `callsMax`: how many calls one reply, or one request of the user, may cause. A new kind is
 * a row here. A test refuses calls to providers by any other way.
 */
export const freeCalls = {
  /** The running summary of a chat, and the facts that it proposes. */
  summary: { callsMax: 8 },
  /** The expression of an answer. */
  expression: { callsMax: 1 },
  /** Three suggested replies, where `SUGGESTIONS=free`. A prompt that is too long is shortened twice. */
  suggestions: { callsMax: 3 },
  /** The description of a picture that a user shows. */
  description: { callsMax: 1 },
  /** The prompt for a picture of an answer. */
  moment: { callsMax: 1 },
} as const satisfies Record<string, { callsMax: number }>

export type FreeCall = keyof typeof freeCalls

const largestPictureTokens = pictureTokens({ width: 1_024, height: 1_024 })

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
  onModel?: ((writer: ModelWriter) => void) | undefined
}

interface UsedRow {
  day: string
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
  async *stream(
    kind: FreeCall,
    { userId, provider, request, signal, onModel }: FreeRequest
  ): AsyncGenerator<ReplyPart> {
    const prompt = promptTokens(request)
    const output = request.outputTokensMax + (request.reasoning?.tokensMax ?? 0)
    const reservation = await this.#reserve(userId, prompt + output)
    let written = 0
    let usage: ModelUsage | null = null
    try {
      for await (const part of provider.streamReply(request, signal, onModel)) {
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
      // The shared row comes first for all users, so that two reservations can't wait for each other.
      const [shared, own] = [await lockUsed(trx, nilUuid), await lockUsed(trx, userId)]
      const isWithin = (row: UsedRow, share: number) =>
        row.calls + 1 <= limits.calls * share && Number(row.tokens) + tokens <= limits.tokens * share
      const isCovered = isWithin(shared, 1) && isWithin(own, userShare)
      const { day } = own
      if (own.is_spent) return null
      if (!isCovered) {
        await trx.rawQuery('UPDATE chat_allowances SET is_spent = true WHERE user_id = ?::uuid AND day = ?::date', [
          userId,
          day,
        ])
        return null
      }
      for (const id of [nilUuid, userId]) await addUsed(trx, { userId: id, day, calls: 1, tokens })
      return { userId, day, tokens }
    })
    if (!reservation) throw new AllowanceSpent()
    return reservation
  }

  async #settle(reservation: Reservation | null, used: number): Promise<void> {
    if (!reservation) return
    const { userId, day, tokens } = reservation
    for (const id of [nilUuid, userId])
      await addUsed(this.#parts.db, { userId: id, day, calls: 0, tokens: Math.ceil(used) - tokens })
  }
}

/** Locks today's row of a user, or of all users together. */
const lockUsed = async (trx: TransactionClientContract, userId: string): Promise<UsedRow> => {
  const { rows } = await trx.rawQuery<{ rows: UsedRow[] }>(
    `INSERT INTO chat_allowances AS known (user_id, day) VALUES (?::uuid, ${today})
     ON CONFLICT (user_id, day) DO UPDATE SET calls = known.calls
     RETURNING day::text, calls, tokens, is_spent`,
    [userId]
  )
  return rows[0]!
}

const addUsed = (
  db: Database | TransactionClientContract,
  { userId, day, calls, tokens }: Reservation & { calls: number }
) =>
  db.rawQuery(
    `UPDATE chat_allowances SET calls = calls + ?::int, tokens = tokens + ?::bigint WHERE user_id = ?::uuid AND day = ?::date`,
    [calls, tokens, userId, day]
  )

const promptTokens = ({ system, messages }: ModelRequest) =>
  messages.reduce(
    (sum, { content, pictures = [] }) => sum + estimateTokens(content) + pictures.length * largestPictureTokens,
    estimateTokens(system)
  )
