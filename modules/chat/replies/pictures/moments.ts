import type { CurrentUser } from '#modules/accounts/index'
import type { ImageAspect, PictureMakeFailure } from '#modules/imagegen/index'
import type { Result } from '#modules/kernel/result'

export interface MomentRequest {
  userId: string
  messageId: string
  prompt: string
  model?: string | undefined
  aspect: ImageAspect
  options?: unknown
}

export type MomentRefusal = PictureMakeFailure | 'no_such_message' | 'too_many_pictures'

export interface ProposedMoment {
  prompt: string
  /** A model wrote it. Otherwise it is the text of the answer. */
  isFromModel: boolean
}

/** Pictures of answers, for controllers. */
export abstract class Moments {
  /** Proposes a prompt for a picture of an answer. */
  abstract propose(
    user: CurrentUser,
    messageId: string,
    timeZone: string
  ): Promise<ProposedMoment | 'no_such_message' | 'adult_gate'>
  /** Holds the price and queues the drawing. Returns the id of the picture. */
  abstract begin(request: MomentRequest): Promise<Result<string, MomentRefusal>>
}
