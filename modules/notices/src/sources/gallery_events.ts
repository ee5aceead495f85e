import { inject } from '@adonisjs/core'
import { AdminCharacters, Gallery } from '#modules/gallery/index'
import { Notifications } from '../../index.ts'
import { isMilestone } from '../domain/milestones.ts'
import { Recipients } from './recipients.ts'

/** Notifies people of comments on their characters, replies to their comments, and milestones of likes. */
@inject()
export class GalleryEvents {
  constructor(
    private readonly gallery: Gallery,
    private readonly characters: AdminCharacters,
    private readonly notifications: Notifications,
    private readonly recipients: Recipients
  ) {}

  listen() {
    this.gallery.commented.on(async ({ commentId, characterId, ownerId, authorId, parent }, trx) => {
      const subject = { characterId, commentId }
      const key = `comment:${commentId}`
      if (parent && (await this.recipients.mayHear(parent.authorId, authorId, trx)))
        await this.notifications.add(
          { userId: parent.authorId, kind: 'comment_reply', key, group: `replies:${parent.id}`, subject },
          trx
        )
      if (ownerId !== parent?.authorId && (await this.recipients.mayHear(ownerId, authorId, trx)))
        await this.notifications.add(
          { userId: ownerId, kind: 'comment', key, group: `comments:${characterId}`, subject },
          trx
        )
    })

    this.gallery.liked.on(async ({ characterId, likerId, likes }, trx) => {
      if (!isMilestone(likes)) return
      const ownerId = await this.characters.owner(characterId, trx)
      if (ownerId === null || !(await this.recipients.mayHear(ownerId, likerId, trx))) return
      const group = `likes:${characterId}`
      await this.notifications.add(
        { userId: ownerId, kind: 'likes', key: `${group}:${likes}`, group, subject: { characterId, likes } },
        trx
      )
    })
  }
}
