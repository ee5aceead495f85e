import { inject } from '@adonisjs/core'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { SuggestionLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import { isBlank } from '#modules/kernel/text'
import type { CharacterSuggestion } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { ranks } from '../domain/search.ts'
import { ListCharactersQuery } from '../queries/list_characters_query.ts'

/** Finds characters by the beginning of a name, of a word in it or of a tag, best matches first. Leaves out gated characters. */
@inject()
export class SuggestCharacters {
  constructor(
    private readonly characters: ListCharactersQuery,
    private readonly rateLimit: SuggestionLimit
  ) {}

  /** `source` identifies the caller for the rate limit. `withClient` may repeat the read with another client. */
  async run(
    q: string,
    viewer: Viewer | null,
    source: string,
    withClient: <Value>(read: (client?: QueryClientContract) => Promise<Value>) => Promise<Value> = (read) => read()
  ): Promise<Result<CharacterSuggestion[], { kind: 'too_many'; retryAfterSeconds: number }>> {
    if (isBlank(q)) return ok([])
    const retryAfterSeconds = await this.rateLimit.count(source)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    const request = { q, category: '', sort: 'popular', limit: limits.suggestionsMax, after: null } as const
    const { items } = await withClient((client) =>
      this.characters.ranked({ ...request, isSuggesting: true }, viewer, client)
    )
    return ok(
      items.map(({ id, name, avatar, avatarFocus, category, rank }) => ({
        id,
        name,
        avatar,
        avatarFocus,
        category,
        match: matchOf(rank!),
      }))
    )
  }
}

const matchOf = (rank: number): CharacterSuggestion['match'] =>
  rank <= ranks.beginning ? 'name' : rank === ranks.word ? 'word' : 'tag'
