import type { LoggerService } from '@adonisjs/core/types'
import { PictureStore } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ProviderError } from '#plugins/contract/errors'
import { notDrawnMax, type DrawnImage, type ImageProvider, type ImageRequest } from '#plugins/contract/image'
import { withPatience } from '#plugins/contract/with_patience'
import type { Pace } from '#modules/kernel/pace'
import { checkPrompt, type PromptRules } from '../domain/check_prompt.ts'
import { failureOf, isOperators, isOwnFault } from '../drawing/failure_of.ts'
import type { Places } from '../drawing/places.ts'
import { PictureMaker, type MadePicture, type PictureMakeFailure, type PictureWish } from '../picture_maker.ts'

/** For those who came while others were drawn for. A picture takes from a second to two minutes. */
const comeBackSeconds = 10
/** What a server that stops says: another one is up by then. */
const restartSeconds = 5

export interface MakePictureParts {
  provider: () => Promise<ImageProvider>
  store: PictureStore
  places: Places
  pace: Pick<Pace, 'count' | 'uncount'>
  rules: PromptRules
  timeoutMs: number
  logger: Pick<LoggerService, 'warn' | 'error'>
}

/** Checks a prompt, has it drawn by the configured provider, and keeps the picture. */
export class MakePicture extends PictureMaker {
  readonly #parts: MakePictureParts
  readonly #stopping = new AbortController()

  constructor(parts: MakePictureParts) {
    super()
    this.#parts = parts
  }

  /** Ends what is being drawn. From now on nothing is. */
  stop() {
    this.#stopping.abort()
  }

  async make(
    { prompt: written, model, aspect, ownerId }: PictureWish,
    signal: AbortSignal = new AbortController().signal
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const { places, pace, rules } = this.#parts
    const checked = checkPrompt(rules, written)
    if (!checked.ok) return fail({ kind: 'prompt', problem: checked.failure })
    const place = places.take(ownerId)
    if (!place.ok) return fail({ kind: place.failure, retryAfterSeconds: comeBackSeconds })
    try {
      const retryAfterSeconds = await pace.count(ownerId)
      if (retryAfterSeconds !== null) {
        // What is not drawn does not count, or a picture that is given back would still be missing.
        await pace.uncount(ownerId)
        return fail({ kind: 'too_many', retryAfterSeconds })
      }
      let counts = false
      try {
        const made = await this.#make({ prompt: checked.value, model, aspect }, ownerId, signal)
        counts = made.ok || isOwnFault(made.failure)
        return made
      } finally {
        if (!counts) await pace.uncount(ownerId)
      }
    } finally {
      place.value()
    }
  }

  async #make(
    request: ImageRequest,
    ownerId: string,
    signal: AbortSignal
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    let drawn: DrawnImage
    try {
      drawn = await this.#draw(request, AbortSignal.any([signal, this.#stopping.signal]))
    } catch (error) {
      if (signal.aborted) return fail({ kind: 'cancelled' })
      if (this.#stopping.signal.aborted) return fail({ kind: 'unavailable', retryAfterSeconds: restartSeconds })
      return fail(this.#tell(error, request))
    }
    return this.#keep(drawn, ownerId)
  }

  /** The provider has a patience of its own; this one is for all of it, whatever the provider is. */
  async #draw(request: ImageRequest, signal: AbortSignal): Promise<DrawnImage> {
    const { provider, timeoutMs } = this.#parts
    return withPatience(timeoutMs, signal, async (either) => (await provider()).draw(request, either))
  }

  #tell(error: unknown, { model }: ImageRequest): PictureMakeFailure {
    const { logger } = this.#parts
    if (!(error instanceof ProviderError)) throw error
    const about = { model, code: error.code, status: error.status, reason: error.message }
    logger[isOperators(error) ? 'error' : 'warn'](about, 'a picture could not be drawn')
    return failureOf(error)
  }

  async #keep({ bytes, notDrawn = [] }: DrawnImage, ownerId: string): Promise<Result<MadePicture, PictureMakeFailure>> {
    const kept = await this.#parts.store.put(bytes, ownerId)
    if (kept.ok) return ok({ ...kept.value, notDrawn: notDrawn.slice(0, notDrawnMax) })
    if (kept.failure.kind === 'busy') return fail(kept.failure)
    this.#parts.logger.warn({ reason: kept.failure.kind }, 'a drawn picture could not be kept')
    return fail({ kind: 'bad_picture' })
  }
}
