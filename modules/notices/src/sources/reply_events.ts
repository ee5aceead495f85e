import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { FinishedReplies, Talkers, type FinishedReply } from '#modules/chat/index'
import { newId } from '#modules/kernel/ids'
import { Presence } from '#modules/realtime/index'
import { Notifications } from '../../index.ts'
import { repliesGroup } from '../domain/subjects.ts'

/**
 * Notifies users of replies that ended while they were away. A reply whose user has a tab in sight costs no statement. A client that reads the
 * reply without an event stream, such as a program, counts as here.
 */
@inject()
export class ReplyEvents {
  constructor(
    private readonly db: Database,
    private readonly replies: FinishedReplies,
    private readonly presence: Presence,
    private readonly talkers: Talkers,
    private readonly notifications: Notifications,
    private readonly logger: Logger
  ) {}

  listen() {
    this.replies.onFinished((reply) => void this.notify(reply))
  }

  /** Never rejects. A process that dies before loses the notification, but not the reply. */
  async notify({ userId, sessionId, characterId, messageId, kind, isFollowed }: FinishedReply): Promise<void> {
    try {
      const sight = await this.presence.sightOf(userId)
      if (sight === 'in_sight' || (sight === 'none' && isFollowed)) return
      const isGroup = await this.talkers.isGroup(userId, sessionId)
      if (isGroup === null) return
      await this.db.transaction((trx) =>
        this.notifications.add(
          {
            userId,
            kind: 'reply_finished',
            // Further answers of a message are replies of their own.
            key: `reply:${kind === 'reply' ? messageId : newId()}`,
            group: repliesGroup(sessionId),
            subject: { sessionId, messageId, characterId, isGroup: isGroup ? 1 : 0 },
          },
          trx
        )
      )
    } catch (error) {
      this.logger.warn({ err: error }, 'could not notify a user of a finished reply')
    }
  }
}
