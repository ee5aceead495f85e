import { createHash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { SpeechRequest } from '#plugins/contract/voice'
import { VoiceSettings } from '../../index.ts'
import { SpeechAllowance } from '../rate_limits.ts'
import { SpeechFiles } from '../speech_files.ts'
import { VoiceEngine, type VoiceFailure } from '../voice_engine.ts'
import { SpeechCharges, type SpeechHold } from './speech_charges.ts'
import { SpeechTurns } from './speech_turns.ts'

export type SpeakFailure =
  | VoiceFailure
  | { kind: 'cancelled' }
  | { kind: 'unknown_voice' }
  | { kind: 'already_speaking'; retryAfterSeconds: number }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'insufficient_rubies'; rubies: number; price: number }

/** The `Retry-After` of a server that is shutting down. */
const restartRetrySeconds = 5

/** Returns the audio of a text: the kept one, or a new one, which is paid when it is whole. */
@inject()
export class SpeakText {
  readonly #stopping = new AbortController()

  constructor(
    private readonly db: Database,
    private readonly settings: VoiceSettings,
    private readonly engine: VoiceEngine,
    private readonly files: SpeechFiles,
    private readonly charges: SpeechCharges,
    private readonly turns: SpeechTurns,
    private readonly allowance: SpeechAllowance
  ) {}

  /** Aborts all calls and refuses new ones. */
  stop() {
    this.#stopping.abort()
  }

  async run(userId: string, request: SpeechRequest, signal: AbortSignal): Promise<Result<Buffer, SpeakFailure>> {
    const hash = hashOf(request)
    const kept = await this.#kept(userId, hash)
    if (kept) return ok(kept)
    const voices = await this.engine.voices()
    if (!voices.ok) return voices
    if (!voices.value.some(({ id }) => id === request.voice)) return fail({ kind: 'unknown_voice' })
    const spoken = await this.turns.use(userId, () =>
      this.#count(userId, () => this.#pay(userId, hash, request, signal))
    )
    return spoken ?? fail({ kind: 'already_speaking', retryAfterSeconds: 1 })
  }

  async #kept(userId: string, hash: string): Promise<Buffer | null> {
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      `UPDATE kept_speech SET used_at = clock_timestamp()
       WHERE user_id = ?::uuid AND hash = ? AND bytes IS NOT NULL RETURNING hash`,
      [userId, hash]
    )
    return rows.length > 0 ? this.files.read(userId, hash) : null
  }

  /** Counts against the allowance. What fails doesn't count, unless the user canceled it: the provider has worked on it. */
  async #count(
    userId: string,
    speak: () => Promise<Result<Buffer, SpeakFailure>>
  ): Promise<Result<Buffer, SpeakFailure>> {
    const retryAfterSeconds = await this.allowance.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    let isCounted = false
    try {
      const spoken = await speak()
      isCounted = spoken.ok || spoken.failure.kind === 'cancelled' || spoken.failure.kind === 'refused'
      return spoken
    } finally {
      if (!isCounted) await this.allowance.uncount(userId)
    }
  }

  async #pay(
    userId: string,
    hash: string,
    request: SpeechRequest,
    signal: AbortSignal
  ): Promise<Result<Buffer, SpeakFailure>> {
    const held = await this.charges.hold(userId)
    if (!held.ok) return fail({ ...held.failure, price: this.settings.price })
    try {
      const spoken = await this.engine.speak(request, AbortSignal.any([signal, this.#stopping.signal]))
      if (!spoken.ok) {
        if (signal.aborted) return fail({ kind: 'cancelled' })
        if (this.#stopping.signal.aborted) return fail({ kind: 'unavailable', retryAfterSeconds: restartRetrySeconds })
        return spoken
      }
      await this.#keep(userId, hash, spoken.value, held.value)
      return spoken
    } finally {
      if (held.value) await this.charges.settle(held.value)
    }
  }

  /** The row comes before the file, so that pruning finds the file even after a crash. */
  async #keep(userId: string, hash: string, audio: Buffer, hold: SpeechHold | null): Promise<void> {
    await this.db.rawQuery(
      `INSERT INTO kept_speech (user_id, hash) VALUES (?::uuid, ?)
       ON CONFLICT (user_id, hash) DO UPDATE SET used_at = clock_timestamp()`,
      [userId, hash]
    )
    await this.files.put(userId, hash, audio)
    await this.db.transaction(async (trx) => {
      await trx.rawQuery(
        `INSERT INTO kept_speech (user_id, hash, bytes) VALUES (?::uuid, ?, ?::int)
         ON CONFLICT (user_id, hash) DO UPDATE SET bytes = excluded.bytes, used_at = clock_timestamp()`,
        [userId, hash, audio.byteLength]
      )
      if (hold) await this.charges.take(hold, trx)
    })
  }
}

/** JSON keeps the voice and the text apart. */
export const hashOf = ({ voice, text }: SpeechRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([voice, text]))
    .digest('hex')
