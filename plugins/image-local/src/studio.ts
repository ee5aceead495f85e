import { ProviderError } from '../../contract/errors.ts'
import type { DrawnImage } from '../../contract/image.ts'
import type { PaintingJob } from './job.ts'
import { PainterProcess } from './painter_process.ts'

const waitingMax = 24
/** About two pictures. */
const retryAfterMs = 5000
/** A process that has had nothing to do for so long is ended. */
const idleMs = 20_000

/** One painter, and a queue in front of the door. The painter comes with the first picture and leaves when none is asked for. */
export class Studio {
  readonly #waiting: (() => void)[] = []
  #isBusy = false
  #resting: { painter: PainterProcess; timer: NodeJS.Timeout } | null = null

  async paint(job: PaintingJob, signal: AbortSignal): Promise<DrawnImage> {
    await this.#turn(signal)
    try {
      const painter = this.#wake()
      const bytes = await painter.paint(job, signal)
      this.#rest(painter)
      return { bytes, type: 'image/webp' }
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#isBusy = false
    }
  }

  #wake(): PainterProcess {
    const rested = this.#resting
    this.#resting = null
    clearTimeout(rested?.timer)
    return rested?.painter.isUsable ? rested.painter : new PainterProcess()
  }

  #rest(painter: PainterProcess): void {
    const timer = setTimeout(() => {
      this.#resting = null
      painter.end()
    }, idleMs)
    this.#resting = { painter, timer: timer.unref() }
  }

  /** Settles when it is this one's turn. Who hangs up while waiting leaves the queue. */
  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (!this.#isBusy) {
      this.#isBusy = true
      return
    }
    if (this.#waiting.length >= waitingMax) {
      throw new ProviderError('rate_limited', 'Too many pictures are waiting to be painted.', { retryAfterMs })
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1)
        reject(new ProviderError('cut_off', 'The caller hung up.'))
      }
      this.#waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}
