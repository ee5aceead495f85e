import type { KeptPicture, StorageFull } from '#modules/accounts/index'
import type { InsufficientRubies } from '#modules/economy/index'
import type { Result } from '#modules/kernel/result'
import type { ImageAspect, ImageProgress } from '#plugins/contract/image'
import type { OptionProblem } from './domain/check_options.ts'
import type { PromptProblem } from './domain/check_prompt.ts'

export interface PictureRequest {
  /** Untrimmed, as the user wrote it. */
  prompt: string
  /** The id of a model on offer. Default: the first one. */
  model?: string | undefined
  aspect: ImageAspect
  /** Unvalidated. */
  options?: unknown
  onProgress?: ((progress: ImageProgress) => void) | undefined
  /** The owner of the picture. The owner's rate limit applies. */
  ownerId: string
}

/**
 * Why a picture could not be made. The user can fix `prompt`, `model` (not on offer), `option`, `content_filtered` (the provider's rules) and `refused` (the model can't
 * draw this). Temporary: `too_many` (30 an hour, 100 a day), `too_many_at_once`, `busy` (no free slot on this server), `unavailable`, `timeout`.
 * `storage_full`: the owner must delete something first. `insufficient_rubies`: the picture costs more than the owner has. `bad_picture`: the provider's picture is unusable. `cancelled`: the signal was aborted.
 */
export type PictureMakeFailure =
  | { kind: 'prompt'; problem: PromptProblem }
  | { kind: 'model'; models: readonly string[] }
  | { kind: 'option'; problem: OptionProblem }
  | { kind: 'too_many' | 'too_many_at_once' | 'busy'; retryAfterSeconds: number }
  | { kind: 'unavailable'; retryAfterSeconds: number | null }
  | StorageFull
  | (InsufficientRubies & { cost: number })
  | { kind: 'content_filtered' | 'refused' | 'timeout' | 'bad_picture' | 'cancelled' }

/** A stored picture, the words of the prompt that it omits, as far as the provider reports them, and its seed, if the model has seeds. */
export interface MadePicture extends KeptPicture {
  notDrawn: readonly string[]
  seed: number | null
}

/** Draws pictures from prompts and stores them. */
export abstract class PictureMaker {
  /** Draws a picture and stores it. Counts against the user's hourly limit, unless it fails for a reason that is not the user's fault. */
  abstract make(request: PictureRequest, signal?: AbortSignal): Promise<Result<MadePicture, PictureMakeFailure>>
}
