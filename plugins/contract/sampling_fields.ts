import type { Sampling } from './model.ts'

/** A vendor's field for a parameter, and its maximum if that is lower than ours. */
export interface SamplingField {
  name: string
  max?: number
}

export type SamplingFields = Partial<Record<keyof Sampling, SamplingField>>

/** The fields of most servers for open models. */
export const usualFields = {
  temperature: { name: 'temperature' },
  topP: { name: 'top_p' },
  minP: { name: 'min_p' },
  topK: { name: 'top_k' },
  repetitionPenalty: { name: 'repetition_penalty' },
  presencePenalty: { name: 'presence_penalty' },
  frequencyPenalty: { name: 'frequency_penalty' },
  seed: { name: 'seed' },
} as const satisfies SamplingFields

/** Returns the parameters that a provider with these fields takes. */
export const takenBy = (fields: SamplingFields): (keyof Sampling)[] => Object.keys(fields) as (keyof Sampling)[]

/** Returns the parameters for which the vendor has fields, limited to the vendor's scales. */
export const withinScales = (fields: SamplingFields, sampling: Sampling): Sampling => {
  const sent: Sampling = {}
  for (const parameter of takenBy(fields)) {
    const value = sampling[parameter]
    if (value !== undefined) sent[parameter] = Math.min(fields[parameter]!.max ?? Infinity, value)
  }
  return sent
}

/** Returns these parameters by the names of the vendor's fields. */
export const sampledBy = (fields: SamplingFields, sampling: Sampling): Record<string, number> =>
  Object.fromEntries(
    Object.entries(withinScales(fields, sampling)).map(([name, value]) => [fields[name as keyof Sampling]!.name, value])
  )
