import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { CreatorPages } from '../../index.ts'

interface Person {
  id: string
  username: string | null
  hasPage?: true
}

interface Created {
  isPublic: boolean
  isNsfw: boolean
  creator?: Person | null
}

/** Marks the people who have a page in answers that name them. */
@inject()
export class CreatorLinks {
  constructor(
    private readonly db: Database,
    private readonly pages: CreatorPages
  ) {}

  /** Marks the creators of a list. Asks only for those without a character in it that gives them a page. */
  async markCreators<Item extends Created>(items: Item[], client?: QueryClientContract): Promise<Item[]> {
    const sure = new Set(items.filter((item) => item.isPublic && !item.isNsfw).map(({ creator }) => creator?.id))
    // A list of the landing page names no creators.
    const creators = items.flatMap(({ creator }) => creator ?? [])
    for (const creator of creators) if (sure.has(creator.id) && creator.username !== null) creator.hasPage = true
    await this.markPeople(
      creators.filter(({ id }) => !sure.has(id)),
      client
    )
    return items
  }

  async markPeople(people: readonly Person[], client: QueryClientContract = this.db.connection()): Promise<void> {
    const named = people.filter(({ username }) => username !== null)
    if (named.length === 0) return
    const having = await this.pages.having([...new Set(named.map(({ id }) => id))], client)
    for (const person of named) if (having.has(person.id)) person.hasPage = true
  }
}
