/** The models that users choose from. A provider maps them to models of its upstream. */
export const imageModels = ['flux-schnell', 'sdxl-lightning', 'stable-diffusion-3'] as const
export type ImageModel = (typeof imageModels)[number]

/** The shapes square, portrait and landscape. */
export const imageAspects = ['1:1', '2:3', '3:2'] as const
export type ImageAspect = (typeof imageAspects)[number]

/** The size limit of a picture. A provider stops reading above it. */
export const pictureBytesMax = 20_000_000

/** The limits of `DrawnImage.notDrawn`: the number of words, and the UTF-16 units of each word. */
export const notDrawnMax = 12
export const notDrawnLengthMax = 40

export interface ImageRequest {
  /** The user's description of the picture. */
  prompt: string
  model: ImageModel
  /** The preferred shape. An upstream that lacks it draws its nearest shape. */
  aspect: ImageAspect
}

export interface DrawnImage {
  /** One complete picture of at most `pictureBytesMax`, with nothing after its end. The caller checks that it decodes. */
  bytes: Uint8Array
  /** The type detected from the content, whatever type the upstream declares. */
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  /**
   * The words of the prompt that the provider knows it left out, within `notDrawnMax` and `notDrawnLengthMax`. Absent for
   * providers that can't tell.
   */
  notDrawn?: readonly string[]
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
 * - When `signal` fires, it closes the connection, cancels the upstream's work and throws at once.
 * - When its own time limit passes, it does the same and throws `timeout`. For remote providers, the default is two minutes.
 * - It does not log.
 */
export interface ImageProvider {
  draw(request: ImageRequest, signal: AbortSignal): Promise<DrawnImage>
}
