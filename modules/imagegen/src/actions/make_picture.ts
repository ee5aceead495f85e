import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { ImageSettings } from '../../index.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ProviderError } from '#plugins/contract/errors'
import { notDrawnMax, type DrawnImage, type ImageRequest } from '#plugins/contract/image'
import { toMakeFailure, logProviderFailure, isUserFault } from '../drawing/provider_failure.ts'
import { DrawingSlots } from '../drawing/drawing_slots.ts'
import { ImageEngine } from '../drawing/image_engine.ts'
import { LocalPictureStore } from '../local_picture_store.ts'
import { CheckPicture, type CheckedPicture } from './check_picture.ts'
import { PictureCharges, type PictureHold } from './picture_charges.ts'
import { PictureLimits } from './picture_limits.ts'
import { RememberDrawing } from './remember_drawing.ts'
import { PictureMaker, type MadePicture, type PictureMakeFailure, type PictureRequest } from '../picture_maker.ts'

/** The `Retry-After` when no slot is free. A picture takes from a second to two minutes. */
export const busyRetrySeconds = 10
/** The `Retry-After` of a server that is shutting down. */
const restartRetrySeconds = 5

type WantedPicture = CheckedPicture & { userId: string }

/** Checks a prompt, draws it with the configured provider and stores the picture. */
@inject()
export class MakePicture extends PictureMaker {
  readonly #stopping = new AbortController()

  constructor(
    private readonly settings: ImageSettings,
    private readonly check: CheckPicture,
    private readonly engine: ImageEngine,
    private readonly store: LocalPictureStore,
    private readonly remember: RememberDrawing,
    private readonly charges: PictureCharges,
    private readonly slots: DrawingSlots,
    private readonly rateLimit: PictureLimits,
    private readonly logger: Logger
  ) {
    super()
  }

  /** Aborts all drawings and refuses new ones. */
  stop() {
    this.#stopping.abort()
  }

  async make(
    { onProgress, ...request }: PictureRequest,
    signal: AbortSignal = new AbortController().signal
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const { slots, rateLimit } = this
    const { ownerId } = request
    const checked = await this.check.run(request)
    if (!checked.ok) return checked
    const wanted = { ...checked.value, userId: ownerId }
    const slot = slots.acquire(ownerId)
    if (!slot.ok) return fail({ kind: slot.failure, retryAfterSeconds: busyRetrySeconds })
    const release = slot.value
    try {
      const retryAfterSeconds = await rateLimit.count(ownerId)
      if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
      let isCounted = false
      try {
        const made = await this.#pay(wanted, (hold) => this.#make(wanted, hold, signal, onProgress))
        isCounted = made.ok || isUserFault(made.failure)
        return made
      } finally {
        if (!isCounted) await rateLimit.uncount(ownerId)
      }
    } finally {
      release()
    }
  }

  /** Holds the price while `make` runs. What that doesn't charge is given back, so only a listed picture costs rubies. */
  async #pay(
    { userId, model }: WantedPicture,
    make: (hold: PictureHold | null) => Promise<Result<MadePicture, PictureMakeFailure>>
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const { charges, settings } = this
    const cost = settings.costOf(model)
    const held = await charges.hold(userId, cost)
    if (!held.ok) return fail({ ...held.failure, cost })
    try {
      return await make(held.value)
    } finally {
      if (held.value) await charges.settle(held.value)
    }
  }

  async #make(
    wanted: WantedPicture,
    hold: PictureHold | null,
    signal: AbortSignal,
    onProgress: PictureRequest['onProgress']
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const drawn = await this.drawOnly(wanted, signal, onProgress)
    return drawn.ok ? this.#store(drawn.value, wanted, hold) : drawn
  }

  /** Draws a checked picture without storing it. The caller has a slot, and has counted the picture. */
  async drawOnly(
    { prompt, model, aspect, options }: Required<ImageRequest>,
    signal: AbortSignal,
    onProgress?: PictureRequest['onProgress']
  ): Promise<Result<DrawnImage, PictureMakeFailure>> {
    try {
      const either = AbortSignal.any([signal, this.#stopping.signal])
      return ok(await this.engine.draw({ prompt, model, aspect, options }, either, onProgress))
    } catch (error) {
      if (signal.aborted) return fail({ kind: 'cancelled' })
      if (this.#stopping.signal.aborted) return fail({ kind: 'unavailable', retryAfterSeconds: restartRetrySeconds })
      return fail(this.#logFailure(error, model))
    }
  }

  #logFailure(error: unknown, model: string): PictureMakeFailure {
    if (!(error instanceof ProviderError)) throw error
    logProviderFailure(this.logger, error, { model }, 'a picture could not be drawn')
    return toMakeFailure(error)
  }

  async #store(
    { bytes, notDrawn = [], ...drawn }: DrawnImage,
    wanted: WantedPicture,
    hold: PictureHold | null
  ): Promise<Result<MadePicture, PictureMakeFailure>> {
    const { store, logger, remember } = this
    const { isDemo } = this.settings
    const seed = drawn.seed ?? null
    const source = isDemo ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
    const stored = await store.putDrawn(bytes, wanted.userId, source)
    if (stored.ok) {
      const isListed = await remember.run({ ...wanted, ...stored.value, seed, isDemo }, hold)
      if (!isListed) return fail({ kind: 'unavailable', retryAfterSeconds: restartRetrySeconds })
      return ok({ ...stored.value, notDrawn: notDrawn.slice(0, notDrawnMax), seed })
    }
    if (stored.failure.kind === 'busy') return fail(stored.failure)
    logger.warn({ reason: stored.failure.kind }, 'a drawn picture could not be stored')
    return fail({ kind: 'bad_picture' })
  }
}
