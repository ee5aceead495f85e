import type { Sampling } from '#plugins/contract/model'

/**
 * Returns the sampling parameters of a reply. Each layer overrides the layers before it. With a fixed seed, each reroll uses the next seed.
 */
export const samplingFor = (variant: number, ...layers: Sampling[]): Sampling => {
  const { seed, ...sampling }: Sampling = Object.assign({}, ...layers)
  return seed === undefined ? sampling : { ...sampling, seed: seed + variant }
}
