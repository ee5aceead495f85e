import { inject } from '@adonisjs/core'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ImageSettings } from '../index.ts'
import { CheckPicture } from './actions/check_picture.ts'
import { busyRetrySeconds, MakePicture } from './actions/make_picture.ts'
import { PictureLimits } from './actions/picture_limits.ts'
import { DrawingSlots } from './drawing/drawing_slots.ts'
import { ProgressEvents } from './drawing/progress_events.ts'
import { LocalPrivatePictures } from './local_private_pictures.ts'
import type { PictureMakeFailure, PictureRequest } from './picture_maker.ts'
import { PrivateDrawings, type AdmittedDrawing } from './private_drawings.ts'
import type { PrivatePicture } from './private_pictures.ts'

@inject()
export class LocalPrivateDrawings extends PrivateDrawings {
  constructor(
    private readonly settings: ImageSettings,
    private readonly check: CheckPicture,
    private readonly maker: MakePicture,
    private readonly limits: PictureLimits,
    private readonly slots: DrawingSlots,
    private readonly progress: ProgressEvents,
    private readonly pictures: LocalPrivatePictures
  ) {
    super()
  }

  async admit(request: Omit<PictureRequest, 'onProgress'>): Promise<Result<AdmittedDrawing, PictureMakeFailure>> {
    const checked = await this.check.run(request)
    if (!checked.ok) return checked
    const retryAfterSeconds = await this.limits.count(request.ownerId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    return ok({ ...checked.value, cost: this.settings.costOf(checked.value.model) })
  }

  uncount(ownerId: string): Promise<void> {
    return this.limits.uncount(ownerId)
  }

  async draw(
    drawing: AdmittedDrawing,
    { ownerId, progressId, file }: { ownerId: string; progressId: string; file: string },
    signal: AbortSignal
  ): Promise<Result<PrivatePicture, PictureMakeFailure>> {
    const slot = this.slots.acquire(ownerId)
    if (!slot.ok) return fail({ kind: slot.failure, retryAfterSeconds: busyRetrySeconds })
    try {
      const drawn = await this.maker.drawOnly(drawing, signal, this.progress.of(ownerId, progressId))
      if (!drawn.ok) return drawn
      const source = this.settings.isDemo ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
      const stored = await this.pictures.putDrawn(drawn.value.bytes, ownerId, source, file)
      if (stored.ok) return stored
      return fail(stored.failure.kind === 'busy' ? stored.failure : { kind: 'bad_picture' })
    } finally {
      slot.value()
    }
  }
}
