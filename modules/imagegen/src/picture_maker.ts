import type { KeptPicture, StorageFull } from '#modules/accounts/index'
import type { Result } from '#modules/kernel/result'
import type { ImageAspect, ImageModel } from '#plugins/contract/image'
import type { PromptProblem } from './domain/check_prompt.ts'

export interface PictureRequest {
  /** Untrimmed, as the user wrote it. */
  prompt: string
  model: ImageModel
  aspect: ImageAspect
  /** The owner of the picture. The owner's rate limit applies. */
  ownerId: string
}

/**
 * Why a picture could not be made. The user can fix `prompt`, `content_filtered` (the provider's rules) and `refused` (the model can't
 * draw this). Temporary: `too_many` (30 an hour, 100 a day), `too_many_at_once`, `busy` (no free slot on this server), `unavailable`, `timeout`.
 * `storage_full`: the owner must delete something first. `bad_picture`: the provider's picture is unusable. `cancelled`: the signal was aborted.
 */
export type PictureMakeFailure =
  | { kind: 'prompt'; problem: PromptProblem }
  | { kind: 'too_many' | 'too_many_at_once' | 'busy'; retryAfterSeconds: number }
  | { kind: 'unavailable'; retryAfterSeconds: number | null }
  | StorageFull
  | { kind: 'content_filtered' | 'refused' | 'timeout' | 'bad_picture' | 'cancelled' }

/** A stored picture, and the words of the prompt that it omits, as far as the provider reports them. */
export interface MadePicture extends KeptPicture {
  notDrawn: readonly string[]
}

/** Draws pictures from prompts and stores them. */
export abstract class PictureMaker {
  /** Draws a picture and stores it. Counts against the user's hourly limit, unless it fails for a reason that is not the user's fault. */
  abstract make(request: PictureRequest, signal?: AbortSignal): Promise<Result<MadePicture, PictureMakeFailure>>
}
