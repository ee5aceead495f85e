import type { Sampling } from '#plugins/contract/model'

/** The sampling of a reply: each layer overrides the ones before it. With a fixed seed, a reroll uses the next one. */
export const samplingFor = (variant: number, ...layers: Sampling[]): Sampling => {
  const { seed, ...sampling }: Sampling = Object.assign({}, ...layers)
  return seed === undefined ? sampling : { ...sampling, seed: seed + variant }
}
