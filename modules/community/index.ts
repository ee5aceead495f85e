/** The public interface of community for other modules. */
import type { Viewer } from '#modules/gallery/index'
import type { Hook } from '#modules/kernel/hook'
import type { CreatorPage } from './api.ts'

export type { CreatorPage }

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

export abstract class Follows {
  /** Runs in the transaction in which a user begins to follow a creator. */
  abstract readonly followed: Hook<{ followerId: string; creatorId: string }>
  /**
   * Returns the ids of at most `limit` followers after the id `afterId`, in the order of ids. Leaves out disabled accounts, and people who
   * block the creator or are blocked by them.
   */
  abstract followersOf(creatorId: string, afterId: string | null, limit: number): Promise<string[]>
}

export abstract class CreatorProfiles {
  /** Finds a person by a username or a former one. Null if the viewer may not see their page. */
  abstract find(username: string, viewer: Viewer | null): Promise<CreatorPage | null>
}
