import { ProviderError } from '../../contract/errors.ts'
import {
  imageModelsMax,
  imageNameLengthMax,
  seedMax,
  type ImageModelInfo,
  type ImageOption,
} from '../../contract/image.ts'
import { sizeOption, stepsOption, type ImageBounds } from '../../contract/image_sizes.ts'
import type { Workflow } from './workflow.ts'

export const defaultGuidance = 7

/** Returns the options for which the workflow has a placeholder. */
function optionsOf(workflow: Workflow, bounds: ImageBounds): ImageOption[] {
  const options: [boolean, ImageOption][] = [
    [workflow.uses('negative_prompt'), { id: 'negativePrompt', kind: 'text' }],
    [workflow.uses('width') && workflow.uses('height'), sizeOption(bounds)],
    [workflow.uses('steps'), stepsOption(bounds)],
    [
      workflow.uses('guidance'),
      { id: 'guidance', kind: 'number', min: 1, max: 25, step: 0.5, default: defaultGuidance },
    ],
    [workflow.uses('seed'), { id: 'seed', kind: 'number', min: 0, max: seedMax, step: 1 }],
  ]
  return options.filter(([isUsed]) => isUsed).map(([, option]) => option)
}

/** Returns a model for each checkpoint, whose names are file names. */
export function modelsOf(checkpoints: readonly string[], workflow: Workflow, bounds: ImageBounds): ImageModelInfo[] {
  const options = optionsOf(workflow, bounds)
  return checkpoints.slice(0, imageModelsMax).map((id) => ({
    id,
    name: id.replace(/^.*[\\/]/, '').replace(/\.(safetensors|ckpt|sft|gguf)$/i, '') || id,
    options,
    tellsProgress: true,
  }))
}

/** Reads the checkpoints from a node's description, in which a choice is a list, or since 2025 an object with `options`. Throws without any. */
export function checkpointsOf(info: unknown, only: string | undefined): string[] {
  const [choice, described]: unknown[] = toList(
    Object(Object(Object(Object(info).CheckpointLoaderSimple).input).required).ckpt_name
  )
  const names = toList(Array.isArray(choice) ? choice : Object(described).options).filter(
    (name): name is string => typeof name === 'string' && name !== '' && name.length <= imageNameLengthMax
  )
  if (names.length === 0) throw new ProviderError('unavailable', 'ComfyUI has no checkpoint.')
  const found = only === undefined ? names : names.filter((name) => name === only)
  if (found.length === 0) throw new ProviderError('misconfigured', 'ComfyUI has no checkpoint of the configured name.')
  return [...new Set(found)]
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
