import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { CreatedChats, FinishedReplies } from '#modules/chat/index'
import { Ledger } from '#modules/economy/index'
import { Gallery } from '#modules/gallery/index'
import { FiledReports } from '#modules/moderation/index'
import type { WebhookEvent } from '../../api.ts'
import { Deliveries } from './deliveries.ts'
import { WebhookAudience } from './webhook_audience.ts'

/**
 * Turns what happens into events for webhooks. Most are stored in the transaction of what they tell. Replies and chats are told after their
 * transaction, which must not grow: a process that is killed in between tells nothing.
 */
@inject()
export class WebhookEvents {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly ledger: Ledger,
    private readonly gallery: Gallery,
    private readonly chats: CreatedChats,
    private readonly replies: FinishedReplies,
    private readonly reports: FiledReports,
    private readonly audience: WebhookAudience,
    private readonly deliveries: Deliveries,
    private readonly logger: Logger
  ) {}

  listen() {
    this.accounts.opened.on(({ userId }, trx) => this.#add('user.created', userId, { userId }, trx))
    this.ledger.credited.on(async ({ userId, transactionId, rubies, type }, trx) => {
      if (type === 'purchase') await this.#add('payment.completed', userId, { userId, transactionId, rubies }, trx)
    })
    this.gallery.published.on(({ characterId, creatorId }, trx) =>
      this.#add('character.published', creatorId, { characterId, creatorId }, trx)
    )
    this.gallery.commented.on(({ commentId, characterId, ownerId, authorId, parent }, trx) =>
      this.#add('comment.created', ownerId, { commentId, characterId, authorId, parentId: parent?.id ?? null }, trx)
    )
    this.reports.filed.on(({ reportId, thingKind, reason }, trx) =>
      // Only webhooks of the instance are told, so it is nobody's own thing.
      this.#add('report.created', reportId, { reportId, thingKind, reason }, trx)
    )
  }

  /** For servers only: the command line runs no replies. */
  listenToReplies() {
    this.chats.onCreated(({ userId, sessionId, characterId }) =>
      this.#addAfter('chat.created', userId, { userId, chatId: sessionId, characterId })
    )
    this.replies.onFinished(({ userId, sessionId, characterId, messageId, kind }) =>
      this.#addAfter('reply.finished', userId, { userId, chatId: sessionId, characterId, messageId, kind })
    )
  }

  async #add(type: WebhookEvent, userId: string, data: object, trx: TransactionClientContract): Promise<void> {
    if (this.audience.wants(type, userId)) await this.deliveries.add({ type, userId, data }, trx)
  }

  #addAfter(type: WebhookEvent, userId: string, data: object) {
    if (!this.audience.wants(type, userId)) return
    this.db
      .transaction((trx) => this.deliveries.add({ type, userId, data }, trx))
      .catch((error: unknown) => this.logger.warn({ err: error, type }, 'could not queue an event for webhooks'))
  }
}
