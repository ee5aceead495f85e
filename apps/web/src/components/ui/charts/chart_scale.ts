/** The labelled values of an axis: ascending and evenly spaced. The first and last are its ends. */
export type ChartScale = readonly number[]

const targetSteps = 4

/** An axis that holds all values and 0, in about four steps of 1, 2 or 5 times a power of ten. */
export function chartScale(values: readonly number[]): ChartScale {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = roundStep((high - low) / targetSteps)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The next larger round step; at least 1, because counts are whole numbers. */
function roundStep(least: number): number {
  if (least <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}

/** The position of a value on the axis, from 0 to 1. */
export function fractionOf(value: number, scale: ChartScale): number {
  const [low = 0] = scale
  const high = scale.at(-1) ?? 1
  return (value - low) / (high - low)
}
