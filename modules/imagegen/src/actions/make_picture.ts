import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { ImageSettings } from '../../index.ts'
import { PictureStore, Storage } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ProviderError } from '#plugins/contract/errors'
import { notDrawnMax, type DrawnImage, type ImageProvider, type ImageRequest } from '#plugins/contract/image'
import { withTimeout } from '#plugins/contract/with_timeout'
import { checkPrompt, PromptRules } from '../domain/check_prompt.ts'
import { toMakeFailure, needsOperator, isUserFault } from '../drawing/provider_failure.ts'
import { DrawingSlots } from '../drawing/drawing_slots.ts'
import { PictureLimits } from './picture_limits.ts'
import { PictureMaker, type MadePicture, type PictureMakeFailure, type PictureRequest } from '../picture_maker.ts'

/** The `Retry-After` when no slot is free. A picture takes from a second to two minutes. */
const busyRetrySeconds = 10
/** The `Retry-After` of a server that is shutting down. */
const restartRetrySeconds = 5

/** Checks a prompt, draws it with the configured provider and stores the picture. */
@inject()
export class MakePicture extends PictureMaker {
  #provider: Promise<ImageProvider> | null = null
  readonly #stopping = new AbortController()

  constructor(
    private readonly settings: ImageSettings,
    private readonly store: PictureStore,
    private readonly slots: DrawingSlots,
    private readonly rateLimit: PictureLimits,
    private readonly rules: PromptRules,
    private readonly storage: Storage,
    private readonly logger: Logger
  ) {
    super()
  }

  /** Aborts all drawings and refuses new ones. */
  stop() {
    this.#stopping.abort()
  }

  async make(
    { prompt, model, aspect, ownerId }: PictureRequest,
    signal: AbortSignal = new AbortController().signal
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const { slots, rateLimit, rules, storage } = this
    const checked = checkPrompt(rules, prompt)
    if (!checked.ok) return fail({ kind: 'prompt', problem: checked.failure })
    const full = await storage.refusal(ownerId)
    if (full) return fail(full)
    const slot = slots.acquire(ownerId)
    if (!slot.ok) return fail({ kind: slot.failure, retryAfterSeconds: busyRetrySeconds })
    const release = slot.value
    try {
      const retryAfterSeconds = await rateLimit.count(ownerId)
      if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
      let isCounted = false
      try {
        const made = await this.#make({ prompt: checked.value, model, aspect }, ownerId, signal)
        isCounted = made.ok || isUserFault(made.failure)
        return made
      } finally {
        if (!isCounted) await rateLimit.uncount(ownerId)
      }
    } finally {
      release()
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
      if (this.#stopping.signal.aborted) return fail({ kind: 'unavailable', retryAfterSeconds: restartRetrySeconds })
      return fail(this.#logFailure(error, request))
    }
    return this.#store(drawn, ownerId)
  }

  /** Enforces an overall time limit, in addition to the provider's own. */
  async #draw(request: ImageRequest, signal: AbortSignal): Promise<DrawnImage> {
    const { open, timeoutMs } = this.settings
    this.#provider ??= open()
    const provider = this.#provider
    return withTimeout(timeoutMs, signal, async (either) => (await provider).draw(request, either))
  }

  #logFailure(error: unknown, { model }: ImageRequest): PictureMakeFailure {
    const { logger } = this
    if (!(error instanceof ProviderError)) throw error
    const details = { model, code: error.code, status: error.status, reason: error.message }
    logger[needsOperator(error) ? 'error' : 'warn'](details, 'a picture could not be drawn')
    return toMakeFailure(error)
  }

  async #store(
    { bytes, notDrawn = [] }: DrawnImage,
    ownerId: string
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const { store, logger } = this
    const stored = await store.put(bytes, ownerId)
    if (stored.ok) return ok({ ...stored.value, notDrawn: notDrawn.slice(0, notDrawnMax) })
    if (stored.failure.kind === 'busy') return fail(stored.failure)
    logger.warn({ reason: stored.failure.kind }, 'a drawn picture could not be stored')
    return fail({ kind: 'bad_picture' })
  }
}
