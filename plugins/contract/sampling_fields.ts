import type { Sampling } from './model.ts'

/** A vendor's field for a parameter, and its scale where that is narrower than ours. */
export interface SamplingField {
  name: string
  max?: number
}

export type SamplingFields = Partial<Record<keyof Sampling, SamplingField>>

/** What a provider with these fields takes. */
export const takenBy = (fields: SamplingFields): (keyof Sampling)[] => Object.keys(fields) as (keyof Sampling)[]

/** The parameters that the vendor has fields for, within its scales. */
export const withinScales = (fields: SamplingFields, sampling: Sampling): Sampling => {
  const sent: Sampling = {}
  for (const parameter of takenBy(fields)) {
    const value = sampling[parameter]
    if (value !== undefined) sent[parameter] = Math.min(fields[parameter]!.max ?? Infinity, value)
  }
  return sent
}

/** The same in the vendor's fields. */
export const sampledBy = (fields: SamplingFields, sampling: Sampling): Record<string, number> =>
  Object.fromEntries(
    Object.entries(withinScales(fields, sampling)).map(([name, value]) => [fields[name as keyof Sampling]!.name, value])
  )
