import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import { nilUuid } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { limits, type Following } from '../api.ts'
import { Follows } from '../index.ts'

/** The followers of creators. `creators.followers` always equals the number of rows. */
@inject()
export class DatabaseFollows extends Follows {
  readonly followed: Follows['followed'] = new Hook()

  constructor(private readonly db: Database) {
    super()
  }

  /** Idempotent. Expects that the creator has a page that the follower may see. */
  follow(followerId: string, creatorId: string): Promise<'following' | 'too_many_follows'> {
    return this.db.transaction(async (trx) => {
      await waitForLock(trx, `community.follow ${followerId}`)
      const { rows } = await trx.rawQuery<{ rows: [{ others: number; follows: boolean }] }>(
        `SELECT count(*) FILTER (WHERE creator_id <> :creatorId::uuid)::int AS others,
           coalesce(bool_or(creator_id = :creatorId::uuid), false) AS follows
         FROM follows WHERE user_id = :followerId::uuid`,
        { followerId, creatorId }
      )
      if (rows[0].follows) return 'following'
      if (rows[0].others >= limits.followsMax) return 'too_many_follows'
      await trx.rawQuery('INSERT INTO follows (user_id, creator_id) VALUES (?::uuid, ?::uuid)', [followerId, creatorId])
      await trx.rawQuery(
        `INSERT INTO creators (user_id, followers) VALUES (?::uuid, 1)
         ON CONFLICT (user_id) DO UPDATE SET followers = creators.followers + 1`,
        [creatorId]
      )
      await this.followed.run({ followerId, creatorId }, trx)
      return 'following'
    })
  }

  /** Idempotent. */
  async unfollow(followerId: string, creatorId: string): Promise<void> {
    await this.db.rawQuery(
      `WITH gone AS (DELETE FROM follows WHERE user_id = ?::uuid AND creator_id = ?::uuid RETURNING creator_id)
       UPDATE creators SET followers = followers - 1 FROM gone WHERE creators.user_id = gone.creator_id`,
      [followerId, creatorId]
    )
  }

  async state(userId: string, creatorId: string): Promise<Following> {
    const { rows } = await this.db.rawQuery<{ rows: [Following] }>(
      `SELECT EXISTS (SELECT FROM follows WHERE user_id = :userId::uuid AND creator_id = :creatorId::uuid) AS "isFollowed",
         coalesce((SELECT followers FROM creators WHERE user_id = :creatorId::uuid), 0) AS followers`,
      { userId, creatorId }
    )
    return rows[0]
  }

  /** Returns the creators that a user follows, at most `limits.followsMax`. */
  async creatorsOf(userId: string): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT creator_id AS id FROM follows WHERE user_id = ?::uuid',
      [userId]
    )
    return rows.map(({ id }) => id)
  }

  async followersOf(creatorId: string, afterId: string | null, limit: number): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      `-- all users: the followers of a creator
       SELECT user_id AS id FROM follows
       WHERE creator_id = :creatorId::uuid AND user_id > :afterId::uuid
         AND NOT accounts_is_disabled(user_id) AND NOT gallery_are_blocked(user_id, creator_id)
       ORDER BY user_id LIMIT :limit::int`,
      { creatorId, afterId: afterId ?? nilUuid, limit } as never
    )
    return rows.map(({ id }) => id)
  }

  /** Removes a user's follows, in the transaction that deletes the account. */
  async forgetUser(userId: string, trx: TransactionClientContract): Promise<void> {
    await trx.rawQuery(
      `WITH gone AS (DELETE FROM follows WHERE user_id = ?::uuid RETURNING creator_id)
       UPDATE creators SET followers = followers - 1 FROM gone WHERE creators.user_id = gone.creator_id`,
      [userId]
    )
    await trx.rawQuery(
      `-- all users: others follow the user
       DELETE FROM follows WHERE creator_id = ?::uuid`,
      [userId]
    )
    await trx.rawQuery('DELETE FROM creators WHERE user_id = ?::uuid', [userId])
  }
}
