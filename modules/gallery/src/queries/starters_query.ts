import { inject } from '@adonisjs/core'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { moods, type Mood, type Starter } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { ListCharactersQuery } from './list_characters_query.ts'

/** Categories and tags of characters that suit a mood, the best first. */
const chipsOf: Record<Mood, readonly string[]> = {
  laugh: ['Comedy', 'Funny', 'Satire', 'Humor', 'Humour'],
  adventure: ['Adventure', 'Quest', 'Survival', 'Fantasy'],
  talk: ['Supportive', 'Comfort', 'Friend', 'Slice of life', 'Gentle'],
}

/** How many of a chip's most popular characters are tried, because some may be adult or chosen already. */
const candidatesMax = 6

/** Finds a popular character for each mood, but no adult ones. Omits moods that no character suits. */
@inject()
export class StartersQuery {
  constructor(private readonly characters: ListCharactersQuery) {}

  async run(viewer: Viewer, client?: QueryClientContract): Promise<Starter[]> {
    const starters: Starter[] = []
    for (const mood of moods) {
      const character = await this.#find(mood, viewer, {
        taken: new Set(starters.map((starter) => starter.character.id)),
        client,
      })
      if (character) starters.push({ mood, character })
    }
    return starters
  }

  async #find(
    mood: Mood,
    viewer: Viewer,
    { taken, client }: { taken: ReadonlySet<string>; client?: QueryClientContract }
  ) {
    for (const category of chipsOf[mood]) {
      const request = { q: '', category, sort: 'popular', limit: candidatesMax, after: null } as const
      const { items } = await this.characters.run(request, viewer, client)
      const character = items.find(({ id, isNsfw, isPublic }) => isPublic && !isNsfw && !taken.has(id))
      if (character) return character
    }
    return null
  }
}
