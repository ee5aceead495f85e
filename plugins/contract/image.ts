/** The models that a provider without a list of its own offers. It maps them to models of its upstream. */
export const imageModels = ['flux-schnell', 'sdxl-lightning', 'stable-diffusion-3'] as const
export type ImageModel = (typeof imageModels)[number]

export const imageModelNames: Record<ImageModel, string> = {
  'flux-schnell': 'FLUX Schnell',
  'sdxl-lightning': 'SDXL Lightning',
  'stable-diffusion-3': 'Stable Diffusion 3',
}

/** The shapes square, portrait and landscape. */
export const imageAspects = ['1:1', '2:3', '3:2'] as const
export type ImageAspect = (typeof imageAspects)[number]

/** The size limit of a picture. A provider stops reading above it. */
export const pictureBytesMax = 20_000_000

/** The limits of `DrawnImage.notDrawn`: the number of words, and the UTF-16 units of each word. */
export const notDrawnMax = 12
export const notDrawnLengthMax = 40

/** The limits of `ImageProvider.models()`: the number of models and of an option's choices, and the UTF-16 units of each id and name. */
export const imageModelsMax = 100
export const imageChoicesMax = 100
export const imageNameLengthMax = 200

/** The largest seed: some upstreams read it as a signed number of 32 bits. */
export const seedMax = 2_147_483_647

/** A number that users may choose. `default` is the value without a choice, if the provider knows it. */
export interface NumberOption {
  id: 'seed' | 'steps' | 'guidance' | 'size'
  kind: 'number'
  min: number
  max: number
  /** 1: whole numbers only. */
  step: number
  default?: number
}

/** An option of a model, with its bounds. `size` is the longer side in pixels. */
export type ImageOption =
  NumberOption | { id: 'negativePrompt'; kind: 'text' } | { id: 'sampler'; kind: 'choice'; choices: readonly string[] }

/** The options of a request, each of which its model has, within bounds. */
export interface ImageOptions {
  /** Things that the picture should not show. */
  negativePrompt?: string
  seed?: number
  steps?: number
  guidance?: number
  size?: number
  sampler?: string
}

export interface ImageModelInfo {
  /** The id in requests. Opaque to the caller. */
  id: string
  /** The name that users see. */
  name: string
  options: readonly ImageOption[]
  /** Whether `draw` reports progress. */
  tellsProgress: boolean
}

/** The models of a provider that has no list and no options. */
export const namedImageModels: readonly ImageModelInfo[] = imageModels.map((id) => ({
  id,
  name: imageModelNames[id],
  options: [],
  tellsProgress: false,
}))

/** Returns one of the models of `namedImageModels`: the requested one, or the first. */
export const namedImageModelOf = (id: string): ImageModel => imageModels.find((model) => model === id) ?? imageModels[0]

export interface ImageRequest {
  /** The user's description of the picture. */
  prompt: string
  /** The id of one of `models()`. */
  model: string
  /** The preferred shape. An upstream that lacks it draws its nearest shape. */
  aspect: ImageAspect
  options?: ImageOptions
}

/** `ahead`: the number of pictures before this one. `fraction`: from 0 to 1; it never falls. */
export type ImageProgress = { state: 'waiting'; ahead: number } | { state: 'drawing'; fraction: number }

export interface DrawnImage {
  /** One complete picture of at most `pictureBytesMax`, with nothing after its end. The caller checks that it decodes. Its size may differ from the requested one. */
  bytes: Uint8Array
  /** The type detected from the content, whatever type the upstream declares. */
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  /**
   * The words of the prompt that the provider knows it left out, within `notDrawnMax` and `notDrawnLengthMax`. Absent for
   * providers that can't tell.
   */
  notDrawn?: readonly string[]
  /** The seed with which the model draws the same picture again. Absent for providers without seeds. */
  seed?: number
}

/**
 * Draws pictures.
 *
 * `draw` keeps these promises:
 *
 * - It returns a finished picture as bytes, never a link.
 * - It only throws `ProviderError`: `content_filtered` when the upstream's rules refuse a prompt or picture, `invalid_response`
 *   when the answer is not a picture.
 * - It requests one picture, without a retry.
 * - It follows no redirect, and fetches only from the upstream's own hosts or from hosts that the operator names.
 * - It sends the key only to the upstream.
 * - When `signal` fires, it closes the connection, stops the upstream's work and throws at once. It stops no other picture.
 * - When its own time limit passes, it does the same and throws `timeout`. For remote providers, the default is two minutes.
 * - It calls `onProgress` with what the upstream tells, and draws on when the upstream can't tell.
 * - It does not log.
 *
 * `models` returns at least one model, within the limits above, and throws as `draw` does.
 */
export interface ImageProvider {
  models(signal: AbortSignal): Promise<readonly ImageModelInfo[]>
  draw(request: ImageRequest, signal: AbortSignal, onProgress?: (progress: ImageProgress) => void): Promise<DrawnImage>
}
