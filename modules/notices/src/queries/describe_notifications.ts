import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { publicName } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { Blocks, CommentReader, CreatorPages, Gallery, type Viewer } from '#modules/gallery/index'
import type { NotificationKind } from '../../api.ts'
import type { NotificationGroup, ShownNotification } from '../../index.ts'
import { Describers } from '../describers.ts'
import { phrases, type ShownCharacter, type ShownPerson, type ShownThings } from '../domain/phrases.ts'

export type DescribedNotification = ShownNotification & { id: string; kind: NotificationKind }

/** The beginning of a comment. */
const excerptMax = 200

/**
 * Puts notifications into words, as their user may see them now: nothing of people who block the user or are blocked by them, of disabled
 * accounts, or of content that is hidden, private or deleted. The page, push messages and mails all use it.
 */
@inject()
export class DescribeNotifications {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly gallery: Gallery,
    private readonly commentReader: CommentReader,
    private readonly blocks: Blocks,
    private readonly describers: Describers,
    private readonly creatorPages: CreatorPages
  ) {}

  /** Describes a user's notifications one by one, in the given order. Leaves out those that are gone. `ids` are at most 100. */
  async run(viewer: Viewer, ids: readonly string[]): Promise<DescribedNotification[]> {
    const { rows } = await this.db.rawQuery<{ rows: (Pick<NotificationGroup, 'id' | 'kind'> & { subject: never })[] }>(
      'SELECT id, kind, subject FROM notifications WHERE user_id = ?::uuid AND id = ANY (?::uuid[])',
      [viewer.id, [...ids]] as never
    )
    const described = await this.describe(
      viewer,
      rows.map(({ id, kind, subject }) => ({ id, kind, subjects: [subject], count: 1 }))
    )
    return ids.map((id) => described.get(id)).filter((each) => each !== undefined)
  }

  /** Like `run` for a user who isn't here, whose viewer's rights are read. Empty for a disabled account. */
  async runInBackground(userId: string, ids: readonly string[]): Promise<DescribedNotification[]> {
    const viewer = (await this.accounts.viewers([userId])).get(userId)
    return viewer ? this.run(viewer, ids) : []
  }

  /** Describes groups. The map leaves out those that are gone. */
  async describe(viewer: Viewer, groups: readonly NotificationGroup[]): Promise<Map<string, DescribedNotification>> {
    const kinds = [...new Set(groups.map(({ kind }) => kind))]
    const things = await this.#read(viewer, groups)
    const described = new Map<string, DescribedNotification>()
    for (const kind of kinds) {
      const ofKind = groups.filter((group) => group.kind === kind)
      const shown = await this.describers.get(kind)?.(ofKind as never, viewer)
      for (const group of ofKind) {
        const words =
          shown === undefined ? (phrases[kind as never] as Phrase | undefined)?.(group, things) : shown.get(group.id)
        if (words) described.set(group.id, { id: group.id, kind, ...words })
      }
    }
    return described
  }

  async #read(viewer: Viewer, groups: readonly NotificationGroup[]): Promise<ShownThings> {
    const idsOf = (name: string) =>
      new Set(groups.flatMap(({ subjects }) => subjects.flatMap((subject) => (subject as Named)[name] ?? [])))
    const comments = await this.commentReader.read([...idsOf('commentId')], viewer.id, excerptMax)
    const actorIds = [...new Set([...idsOf('actorId'), ...[...comments.values()].map(({ authorId }) => authorId)])]
    const [views, profiles, enabled, blocked, pages] = await Promise.all([
      this.gallery.findMany([...idsOf('characterId')], viewer),
      this.accounts.profiles(actorIds),
      this.accounts.viewers(actorIds),
      this.blocks.between(viewer.id, actorIds),
      this.creatorPages.having(actorIds, this.db.connection()),
    ])
    const characters = new Map<string, ShownCharacter>()
    for (const [id, { character }] of views)
      characters.set(id, { name: character.name, pictureUrl: character.avatar, isAdult: character.isNsfw })
    const people = new Map<string, ShownPerson>()
    for (const [id, profile] of profiles)
      if (enabled.has(id) && !blocked.has(id))
        people.set(id, {
          name: publicName(profile),
          username: pages.has(id) ? profile.username : null,
          pictureUrl: profile.profileImageUrl,
        })
    return { characters, people, comments }
  }
}

type Named = Record<string, string | undefined>
type Phrase = (group: NotificationGroup, things: ShownThings) => ShownNotification | null
