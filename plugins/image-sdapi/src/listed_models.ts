import { ProviderError } from '../../contract/errors.ts'
import {
  imageChoicesMax,
  imageModelsMax,
  imageNameLengthMax,
  seedMax,
  type ImageModelInfo,
  type ImageOption,
} from '../../contract/image.ts'
import { sizeOption, stepsOption, type ImageBounds } from '../../contract/image_sizes.ts'

/** An engine's lists, unvalidated. */
export interface Listed {
  models: unknown
  samplers: unknown
  tellsProgress: boolean
}

/** Returns the models on offer: all of the engine, or the one that the operator named. */
export function listedModels(
  { models, samplers, tellsProgress }: Listed,
  bounds: ImageBounds,
  only: string | undefined
): ImageModelInfo[] {
  const choices = entriesOf(samplers)
    .map(({ name }) => name)
    .filter(isName)
    .slice(0, imageChoicesMax)
  const options: ImageOption[] = [
    { id: 'negativePrompt', kind: 'text' },
    sizeOption(bounds),
    stepsOption(bounds),
    { id: 'guidance', kind: 'number', min: 1, max: 25, step: 0.5 },
    { id: 'seed', kind: 'number', min: 0, max: seedMax, step: 1 },
    ...(choices.length > 0 ? [{ id: 'sampler', kind: 'choice', choices } as const] : []),
  ]
  const found = entriesOf(models)
    .map(({ title, model_name: name }) => ({ id: title, name: isName(name) ? name : title }))
    .filter((model): model is { id: string; name: string } => isName(model.id))
  const offered = only === undefined ? found : found.filter(({ id, name }) => id === only || name === only)
  if (found.length === 0) throw new ProviderError('unavailable', 'The engine has no model loaded.')
  if (offered.length === 0)
    throw new ProviderError('misconfigured', 'The engine has no model of the configured name. Check the model name.')
  const unique = new Map(offered.map((model) => [model.id, model]))
  return [...unique.values()].slice(0, imageModelsMax).map((model) => ({ ...model, options, tellsProgress }))
}

const entriesOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.map((entry) => Object(entry) as Record<string, unknown>) : []

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= imageNameLengthMax
