import type { Sampling } from './model.ts'

/** Presets for users who don't want to choose numbers. All presets set the same parameters, so each fully replaces another. */
export const samplingPresets = {
  steady: { temperature: 0.6, minP: 0.1 },
  lively: { temperature: 0.95, minP: 0.06 },
  wild: { temperature: 1.2, minP: 0.04 },
} as const satisfies Record<string, Sampling>

export type SamplingPreset = keyof typeof samplingPresets

/** The name of a preset, or custom values. */
export type SamplingChoice = SamplingPreset | Sampling

export interface SamplingRange {
  min: number
  max: number
  isInteger?: true
}

/** The values that users may choose. */
export const samplingRanges: Record<keyof Sampling, SamplingRange> = {
  temperature: { min: 0, max: 2 },
  topP: { min: 0, max: 1 },
  minP: { min: 0, max: 1 },
  topK: { min: 0, max: 1_000, isInteger: true },
  repetitionPenalty: { min: 0.5, max: 2 },
  presencePenalty: { min: -2, max: 2 },
  frequencyPenalty: { min: -2, max: 2 },
  seed: { min: 0, max: 2_147_483_647, isInteger: true },
}

export const isSamplingPreset = (choice: unknown): choice is SamplingPreset =>
  typeof choice === 'string' && Object.hasOwn(samplingPresets, choice)

/** Returns the parameters of a choice. */
export const samplingOf = (choice: SamplingChoice | null | undefined): Sampling =>
  (isSamplingPreset(choice) ? samplingPresets[choice] : choice) ?? {}

/** Explains in a sentence why a value isn't a valid `SamplingChoice`. Returns null for a valid choice. */
export const samplingProblem = (value: unknown): string | null => {
  const names = Object.keys(samplingPresets).join(', ')
  if (isSamplingPreset(value)) return null
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `The sampling must be one of ${names}, or an object of numbers.`
  for (const [key, number] of Object.entries(value)) {
    if (!Object.hasOwn(samplingRanges, key))
      return `Unknown sampling parameter. Use ${Object.keys(samplingRanges).join(', ')}.`
    const { min, max, isInteger } = samplingRanges[key as keyof Sampling]
    const isFitting =
      typeof number === 'number' && number >= min && number <= max && (!isInteger || Number.isInteger(number))
    if (!isFitting) return `${key} must be ${isInteger ? 'a whole number' : 'a number'} from ${min} to ${max}.`
  }
  return null
}
