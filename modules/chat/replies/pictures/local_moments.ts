import { inject } from '@adonisjs/core'
import type { CurrentUser } from '#modules/accounts/index'
import { DrawMoment } from './draw_moment.ts'
import { Moments, type MomentRequest } from './moments.ts'
import { ProposeMoment } from './propose_moment.ts'

@inject()
export class LocalMoments extends Moments {
  constructor(
    private readonly proposal: ProposeMoment,
    private readonly drawing: DrawMoment
  ) {
    super()
  }

  propose(user: CurrentUser, messageId: string, timeZone: string) {
    return this.proposal.run(user, messageId, timeZone)
  }

  begin(request: MomentRequest) {
    return this.drawing.begin(request)
  }
}
