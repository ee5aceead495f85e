import { inject } from '@adonisjs/core'
import { UserEvents } from '#modules/realtime/index'
import type { ImageProgress } from '#plugins/contract/image'
import type { PictureProgressEvent } from '../../api.ts'

/** Fractions that are closer to the last one aren't told. */
const fractionStep = 0.02

/** Tells a user's browsers how far a picture is. */
@inject()
export class ProgressEvents {
  constructor(private readonly events: UserEvents) {}

  /** Returns the listener for one picture, which the browser knows by `id`. */
  of(userId: string, id: string): (progress: ImageProgress) => void {
    let toldAt = -Infinity
    return (progress) => {
      if (progress.state === 'drawing') {
        if (progress.fraction < toldAt + fractionStep) return
        toldAt = progress.fraction
      }
      this.events.publish(userId, { type: 'picture', id, ...progress } satisfies PictureProgressEvent)
    }
  }
}
