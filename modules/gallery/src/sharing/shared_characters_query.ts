import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { visitorName } from '#modules/accounts/api'
import { Notice } from '#modules/kernel/settings'
import { PublicPages } from '../settings.ts'
import { fillMacros } from '#modules/kernel/macros'
import type { Character, SharedCharacter } from '../../api.ts'
import { SharedCharacters } from '../../index.ts'
import { beginningOf } from '../domain/beginning_of.ts'
import { limits } from '../domain/limits.ts'
import { messageSeed } from '../domain/message_seed.ts'
import { openingLine } from '../domain/opening_line.ts'
import { readCredits } from '../queries/credits_query.ts'
import { FindCharactersQuery } from '../queries/find_characters_query.ts'

@inject()
export class SharedCharactersQuery extends SharedCharacters {
  constructor(
    private readonly db: Database,
    private readonly pages: PublicPages,
    private readonly notice: Notice
  ) {
    super()
  }

  async find(id: string, client: QueryClientContract = this.db.connection()): Promise<SharedCharacter | null> {
    if (!this.pages.isOn) return null
    const view = (await new FindCharactersQuery(this.db).run([id], null, client)).get(id.toLowerCase())
    if (!view) return null
    const [credit] = await readCredits(client, [view.character.id], null)
    const creator = credit?.creator
    return {
      ...toShared(view.character),
      creatorName: creator?.name ?? null,
      // Its author has a page, because the character is public and not adult.
      ...(creator?.username && { creatorPage: creator.username }),
      notice: this.notice.text,
    }
  }
}

const toShared = (character: Character): SharedCharacter => {
  const { id, name, avatar, avatarFocus, background, category, tags, likes, messageCount } = character
  const { firstMessage, greeting } = character
  const fill = (text: string) =>
    fillMacros(text, { char: name, user: visitorName, seed: messageSeed(id), chatSeed: id })
  return {
    id,
    name,
    avatar,
    avatarFocus,
    background,
    category,
    tags,
    likes,
    messageCount,
    teaser: beginningOf(fill(character.description ?? ''), limits.teaserMax),
    openingLine: openingLine(fill(firstMessage?.trim() ? firstMessage : (greeting ?? ''))),
  }
}
