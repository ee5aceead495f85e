import type { KeptPicture } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ImageAspect, ImageModel } from '#plugins/contract/image'
import type { PromptProblem } from './domain/check_prompt.ts'

export interface PictureWish {
  /** What is to be seen, in a person's words. Trimmed here. */
  prompt: string
  model: ImageModel
  aspect: ImageAspect
  /** Who asks: whose hour it counts in, and whose picture it is. */
  ownerId: string
}

/**
 * Why there is no picture. To be mended by who asks: `prompt`, `content_filtered` (the provider's rules), `refused` (the provider can't
 * draw this with this model). By time: `too_many` (30 an hour), `too_many_at_once`, `busy` (this server draws as many as it can),
 * `unavailable`, `timeout`. `bad_picture`: what came can't be kept. `cancelled`: the signal fired.
 */
export type PictureMakeFailure =
  | { kind: 'prompt'; problem: PromptProblem }
  | { kind: 'too_many' | 'too_many_at_once' | 'busy'; retryAfterSeconds: number }
  | { kind: 'unavailable'; retryAfterSeconds: number | null }
  | { kind: 'content_filtered' | 'refused' | 'timeout' | 'bad_picture' | 'cancelled' }

/** A stored picture, with the words of the prompt that it leaves out as far as the provider knows. */
export interface MadePicture extends KeptPicture {
  notDrawn: readonly string[]
}

/** Has pictures drawn from words and keeps them. */
export abstract class PictureMaker {
  /**
   * Has one picture drawn and keeps it. Counts against the user's pictures of the hour, unless it fails for a reason that is not the
   * user's. When `signal` fires, the drawing is given up at once.
   */
  abstract make(wish: PictureWish, signal?: AbortSignal): Promise<Result<MadePicture, PictureMakeFailure>>
}
