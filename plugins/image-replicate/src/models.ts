import type { ImageAspect, ImageModel, ImageRequest } from '../../contract/image.ts'

/**
 * Replicate's names of the models. Official models are `owner/name`, all others need a version
 * (https://replicate.com/docs/reference/http#predictions.create).
 */
export const upstreamNames: Record<ImageModel, string> = {
  'flux-schnell': 'black-forest-labs/flux-schnell',
  'sdxl-lightning': 'bytedance/sdxl-lightning-4step:6f7a773af6fc3e8de9d5a3c00be77c17308914bf67772726aff83496ba1e3bbe',
  'stable-diffusion-3': 'stability-ai/stable-diffusion-3',
}

/** The sizes in pixels. A side may be up to 1,280, in steps of 8. */
const lightningSizes: Record<ImageAspect, [width: number, height: number]> = {
  '1:1': [1024, 1024],
  '2:3': [832, 1248],
  '3:2': [1248, 832],
}

/** Returns the model's input. All other settings keep Replicate's defaults, including the safety checker. */
export function inputFor({ model, prompt, aspect }: ImageRequest): Record<string, string | number> {
  if (model === 'sdxl-lightning') {
    const [width, height] = lightningSizes[aspect]
    return { prompt, width, height }
  }
  // Requests a PNG, because the picture is compressed when it is stored.
  return { prompt, aspect_ratio: aspect, output_format: 'png' }
}
