import { inject } from '@adonisjs/core'
import { Gallery } from '#modules/gallery/index'
import { Timers } from '#plugins/contract/timers'
import { FanOuts } from '../../index.ts'

/** Notifies followers of a creator's new characters, and the people who talk to a character of its new versions, once a day. */
@inject()
export class CharacterEvents {
  constructor(
    private readonly gallery: Gallery,
    private readonly fanOuts: FanOuts,
    private readonly timers: Timers
  ) {}

  listen() {
    this.gallery.published.on(({ characterId, creatorId }, trx) =>
      this.fanOuts.begin(
        {
          audience: { of: 'followers', creatorId, characterId },
          notification: {
            kind: 'creator_published',
            key: `published:${characterId}`,
            group: `published:${creatorId}`,
            subject: { characterId, actorId: creatorId },
          },
        },
        creatorId,
        trx
      )
    )
    this.gallery.updated.on(({ characterId, creatorId, version }, trx) => {
      const group = `updated:${characterId}`
      // Authors save often while they work on a version.
      const key = `${group}:${new Date(this.timers.now()).toISOString().slice(0, 10)}`
      return this.fanOuts.begin(
        {
          audience: { of: 'talkers', creatorId, characterId },
          notification: { kind: 'character_updated', key, group, subject: { characterId, version } },
        },
        creatorId,
        trx
      )
    })
  }
}
