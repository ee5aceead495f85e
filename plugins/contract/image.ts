/** The models that users choose from. A provider maps them to models of its upstream. */
export const imageModels = ['flux-schnell', 'sdxl-lightning', 'stable-diffusion-3'] as const
export type ImageModel = (typeof imageModels)[number]

/** Square, portrait, landscape. */
export const imageAspects = ['1:1', '2:3', '3:2'] as const
export type ImageAspect = (typeof imageAspects)[number]

/** The largest picture. A provider reads no further. */
export const pictureBytesMax = 20_000_000

/** Bounds of `DrawnImage.notDrawn`: how many words, and UTF-16 units of each. */
export const notDrawnMax = 12
export const notDrawnLengthMax = 40

export interface ImageRequest {
  /** The user's description of the picture. */
  prompt: string
  model: ImageModel
  /** Preferred shape. An upstream without it gives its nearest one. */
  aspect: ImageAspect
}

export interface DrawnImage {
  /** One complete picture of at most `pictureBytesMax`, with nothing after its end. The caller checks that it decodes. */
  bytes: Uint8Array
  /** Detected from the content, whatever the upstream says. */
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  /**
   * Words of the prompt that the provider knows it left out, within `notDrawnMax` and `notDrawnLengthMax`. Absent for
   * providers that can't tell.
   */
  notDrawn?: readonly string[]
}

/**
 * Draws pictures.
 *
 * `draw` returns finished bytes, never a link, and throws only `ProviderError`: `content_filtered` when the upstream's rules
 * refuse a prompt or picture, `invalid_response` when the answer is not a picture. It asks for one picture once. It follows
 * no redirect, fetches only from the upstream's own hosts or those the operator names, and sends the key only to the
 * upstream. When `signal` fires, it closes the connection, cancels the upstream's work and throws at once. After its own
 * timeout, two minutes by default, it does the same with `timeout`. It does not log.
 */
export interface ImageProvider {
  draw(request: ImageRequest, signal: AbortSignal): Promise<DrawnImage>
}
