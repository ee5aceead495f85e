import type { ImageRequest } from '../../contract/image.ts'
import { sidesOf, sizeOption, stepsOption, type ImageBounds } from '../../contract/image_sizes.ts'

export interface SdApiRequest {
  request: ImageRequest
  seed: number
  /** The id by which engines with tasks know this picture. */
  task: string
  bounds: ImageBounds
}

/** The body of `POST /sdapi/v1/txt2img`. Engines ignore the fields that they lack. */
export function requestBody({ request, seed, task, bounds }: SdApiRequest): string {
  const { prompt, model, aspect, options = {} } = request
  const { negativePrompt, guidance, sampler } = options
  return JSON.stringify({
    prompt: withoutArguments(prompt),
    ...(negativePrompt !== undefined && { negative_prompt: withoutArguments(negativePrompt) }),
    ...sidesOf(aspect, options.size ?? sizeOption(bounds).default),
    steps: options.steps ?? stepsOption(bounds).default,
    ...(guidance !== undefined && { cfg_scale: guidance }),
    ...(sampler !== undefined && { sampler_name: sampler }),
    seed,
    batch_size: 1,
    n_iter: 1,
    send_images: true,
    save_images: false,
    force_task_id: task,
    override_settings: { sd_model_checkpoint: model },
    override_settings_restore_afterwards: false,
  })
}

/** stable-diffusion.cpp reads settings from a mark of this name inside the prompt, which would override the operator's bounds. */
const withoutArguments = (text: string): string => text.replaceAll('sd_cpp_extra_args', 'sd cpp extra args')
