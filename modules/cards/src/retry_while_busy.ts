import { setTimeout as sleep } from 'node:timers/promises'
import type { PictureRefusal } from '#modules/imagegen/index'
import type { Result } from '#modules/kernel/result'

/** The number of attempts for a picture, because other users may also be uploading pictures. */
const attemptsMax = 20
const waitMs = 500

/** Reads a picture, and tries again while too many pictures are being read. */
export const retryWhileBusy = async <Value>(
  read: () => Promise<Result<Value, PictureRefusal>>
): Promise<Result<Value, PictureRefusal>> => {
  for (let attempt = 1; ; attempt++) {
    const outcome = await read()
    if (outcome.ok || outcome.failure.kind !== 'busy' || attempt === attemptsMax) return outcome
    await sleep(waitMs)
  }
}
