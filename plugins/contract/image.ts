/** The models that people choose from. A provider maps them onto its upstream's. */
export const imageModels = ['flux-schnell', 'sdxl-lightning', 'stable-diffusion-3'] as const
export type ImageModel = (typeof imageModels)[number]

/** Square, portrait, landscape. */
export const imageAspects = ['1:1', '2:3', '3:2'] as const
export type ImageAspect = (typeof imageAspects)[number]

/** What a finished picture may weigh. A provider reads no further. */
export const pictureBytesMax = 20_000_000

export interface ImageRequest {
  /** What is to be seen, in a person's words. */
  prompt: string
  model: ImageModel
  /** A wish: an upstream without this shape gives its nearest, and the picture is kept as it came. */
  aspect: ImageAspect
}

export interface DrawnImage {
  /** One whole picture, at most `pictureBytesMax`, and nothing after its end. Not decoded: that it can be is for whoever keeps it. */
  bytes: Uint8Array
  /** By content, whatever the upstream called it. */
  type: 'image/png' | 'image/jpeg' | 'image/webp'
}

/**
 * Something that draws.
 *
 * `draw` gives finished bytes, never a link. It throws `ProviderError` and nothing else; a prompt or picture that the upstream's
 * rules refuse is `content_filtered`, for the caller to change; what is no picture is `invalid_response`. It asks for one picture
 * once, follows no redirect, fetches from no host that is not the upstream's own or named by the operator, and sends the key to none
 * but the upstream. When `signal` fires it hangs up, cancels what the upstream would go on working on, and throws, at once. After its
 * own patience, two minutes unless configured, it does the same as `timeout`. It does not log.
 */
export interface ImageProvider {
  draw(request: ImageRequest, signal: AbortSignal): Promise<DrawnImage>
}
