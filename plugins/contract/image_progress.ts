import type { ImageProgress } from './image.ts'

/**
 * Passes on what an upstream tells about a picture, once each. Drops values that aren't numbers in range, and fractions that fall, as
 * upstreams count each of their stages.
 */
export class ProgressReport {
  #fraction = -1
  #ahead = Infinity

  constructor(private readonly report: (progress: ImageProgress) => void = () => {}) {}

  waiting(ahead: unknown): void {
    if (!Number.isInteger(ahead) || (ahead as number) < 0 || this.#fraction >= 0 || ahead === this.#ahead) return
    this.#ahead = ahead as number
    this.report({ state: 'waiting', ahead: this.#ahead })
  }

  drawing(fraction: unknown): void {
    if (typeof fraction !== 'number' || !(fraction > this.#fraction && fraction >= 0 && fraction <= 1)) return
    this.#fraction = fraction
    this.report({ state: 'drawing', fraction })
  }
}
