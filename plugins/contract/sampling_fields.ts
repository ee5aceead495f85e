import type { Sampling } from './model.ts'

/** A vendor's field for a parameter, and its scale where that is narrower than ours. */
export interface SamplingField {
  name: string
  max?: number
}

export type SamplingFields = Partial<Record<keyof Sampling, SamplingField>>

/** What a provider with these fields takes. */
export const takenBy = (fields: SamplingFields): (keyof Sampling)[] => Object.keys(fields) as (keyof Sampling)[]

/** The parameters in the vendor's fields and within its scales, without those that it has no field for. */
export const sampledBy = (fields: SamplingFields, sampling: Sampling): Record<string, number> => {
  const sent: Record<string, number> = {}
  for (const parameter of takenBy(fields)) {
    const value = sampling[parameter]
    const { name, max = Infinity } = fields[parameter]!
    if (value !== undefined) sent[name] = Math.min(max, value)
  }
  return sent
}
