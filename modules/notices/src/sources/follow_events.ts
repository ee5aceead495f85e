import { inject } from '@adonisjs/core'
import { Follows } from '#modules/community/index'
import { Notifications } from '../../index.ts'
import { Recipients } from './recipients.ts'

/** Notifies creators of new followers. Someone who follows again isn't new. */
@inject()
export class FollowEvents {
  constructor(
    private readonly follows: Follows,
    private readonly notifications: Notifications,
    private readonly recipients: Recipients
  ) {}

  listen() {
    this.follows.followed.on(async ({ followerId: actorId, creatorId }, trx) => {
      if (!(await this.recipients.mayHear(creatorId, actorId, trx))) return
      await this.notifications.add(
        { userId: creatorId, kind: 'follower', key: `follower:${actorId}`, group: 'followers', subject: { actorId } },
        trx
      )
    })
  }
}
