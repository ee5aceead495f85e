import { codePoints } from '#modules/kernel/text'
import type { Viewer } from '../../index.ts'
import { containing, nameKeyLength, ranks, type Search } from '../domain/search.ts'
import { seesAdult } from '../domain/visibility.ts'
import { hasAnyChip } from './has_chip.ts'
import { join, Sql, sql } from './sql.ts'

const openText = new Sql('gallery_open_text(name, description, is_nsfw)')
const rankOf = (rank: keyof typeof ranks) => new Sql(String(ranks[rank]))

/** A condition with the rank of its matches. Matches have several ranks if `rank` is an expression. */
export interface RankedCondition {
  condition: Sql
  /** The lowest and the highest rank. */
  ranks: readonly [first: number, last: number]
  rank: Sql
  /**
   * How to find the matches. `in_order`: the planner decides, because it knows their number. `all`: the planner doesn't know it, so the
   * query reads and sorts all matches of `narrowing`. `nearest`: no index serves the condition, so the query reads only the next rows.
   */
  plan: 'in_order' | 'all' | 'nearest'
  narrowing?: Sql
}

/**
 * The conditions of a search. `tags` are the tags that match the text. The migration that creates `gallery_name_keys` explains the keys of
 * names and their marks.
 */
export class SearchConditions {
  readonly #name: Sql
  readonly #begins: Sql
  readonly #word: Sql
  /** The name or a later word of it begins with the text. `#namedKeys` compares only the first letters. */
  readonly #named: Sql
  readonly #namedKeys: Sql
  readonly #tagged: Sql | null
  readonly #isLong: boolean

  constructor(
    private readonly search: Search,
    tags: readonly string[],
    private readonly viewer: Viewer | null
  ) {
    const text = search.text.replace(/\s+/gu, ' ')
    const key = (mark: string) =>
      sql`hashtextextended(${new Sql(mark)}left(lower(${text}), ${new Sql(String(nameKeyLength))}), 0)`
    this.#isLong = codePoints(text) > nameKeyLength
    this.#name = sql`start_keys @> ARRAY[hashtextextended(chr(29) || lower(${text}), 0)]`
    this.#begins = this.#isLong
      ? sql`strpos(lower(name), lower(${text})) = 1`
      : sql`start_keys @> ARRAY[${key('chr(30) || ')}]`
    this.#word = sql`start_keys @> ARRAY[${key('')}]`
    this.#namedKeys = sql`start_keys && ARRAY[${key('chr(30) || ')}, ${key('')}]`
    this.#named = this.#isLong ? sql`(${this.#namedKeys} AND strpos(lower(name), lower(${text})) > 0)` : this.#namedKeys
    this.#tagged = search.kind === 'contains' ? hasAnyChip([text, ...tags], viewer) : null
  }

  /** Returns the tiers of public matches, best rank first. */
  listed({ withTexts }: { withTexts: boolean }): RankedCondition[] {
    const tiers = this.#isLong ? [this.#longName()] : this.#shortName()
    if (this.search.kind === 'starts') return tiers
    tiers.push({
      condition: sql`${this.#tagged!} AND NOT ${this.#named}`,
      ranks: [ranks.tag, ranks.tag],
      rank: rankOf('tag'),
      plan: 'in_order',
    })
    if (withTexts)
      tiers.push({
        condition: sql`${this.#inTexts(this.search.text)} AND ${this.#isElsewhere}`,
        ranks: [ranks.text, ranks.text],
        rank: rankOf('text'),
        plan: this.search.indexed ? 'in_order' : 'nearest',
      })
    return tiers
  }

  /**
   * Returns the tier of the viewer's private characters. They are few and found by their owner, so `strpos` replaces `LIKE`. For `LIKE`,
   * the planner would compare the pattern with hundreds of sampled texts.
   */
  private({ withTexts }: { withTexts: boolean }): RankedCondition {
    const { search } = this
    const matches = [this.#named]
    if (this.#tagged) matches.push(this.#tagged)
    if (search.kind === 'contains' && withTexts)
      matches.push(
        sql`strpos(${openText}, lower(${search.text})) > 0`,
        sql`(is_nsfw AND strpos(lower(description), lower(${search.text})) > 0)`
      )
    return {
      condition: sql`(${join(matches, ' OR ')})`,
      ranks: [ranks.name, ranks.text],
      rank: this.#rank,
      plan: search.kind === 'contains' && !search.indexed ? 'nearest' : 'in_order',
    }
  }

  /** Returns the tier of the viewer's own public adult characters by description. `listed` leaves them out with adult content off. */
  ownAdult(): RankedCondition | null {
    const { search } = this
    if (search.kind === 'starts') return null
    return {
      condition: sql`strpos(lower(description), lower(${search.text})) > 0 AND strpos(${openText}, lower(${search.text})) = 0
        AND ${this.#isElsewhere}`,
      ranks: [ranks.text, ranks.text],
      rank: rankOf('text'),
      plan: search.indexed ? 'in_order' : 'nearest',
    }
  }

  #shortName(): RankedCondition[] {
    const tier = (name: 'name' | 'beginning' | 'word', condition: Sql): RankedCondition => ({
      condition,
      ranks: [ranks[name], ranks[name]],
      rank: rankOf(name),
      plan: 'in_order',
    })
    return [
      tier('name', this.#name),
      tier('beginning', sql`${this.#begins} AND NOT ${this.#name}`),
      tier('word', sql`${this.#word} AND NOT ${this.#begins}`),
    ]
  }

  /** The keys contain only the first letters, so the planner can't know how many names match. */
  #longName(): RankedCondition {
    return {
      condition: this.#named,
      ranks: [ranks.name, ranks.word],
      rank: sql`CASE WHEN ${this.#name} THEN ${rankOf('name')} WHEN ${this.#begins} THEN ${rankOf('beginning')} ELSE ${rankOf('word')} END`,
      plan: 'all',
      narrowing: this.#namedKeys,
    }
  }

  /** The condition that a name, or a description that the viewer may read, contains the text. */
  #inTexts(text: string): Sql {
    const pattern = sql`lower(${containing(text)})`
    const open = sql`${openText} LIKE ${pattern}`
    return seesAdult(this.viewer) ? sql`(${open} OR (is_nsfw AND lower(description) LIKE ${pattern}))` : open
  }

  /** The condition that neither the name nor a tag gives the character a better rank. */
  get #isElsewhere(): Sql {
    return sql`NOT ${this.#named} AND NOT ${this.#tagged!}`
  }

  get #rank(): Sql {
    return sql`CASE
      WHEN ${this.#name} THEN ${rankOf('name')}
      WHEN NOT ${this.#named} THEN ${this.#tagged ? sql`CASE WHEN ${this.#tagged} THEN ${rankOf('tag')} ELSE ${rankOf('text')} END` : rankOf('text')}
      WHEN ${this.#begins} THEN ${rankOf('beginning')}
      ELSE ${rankOf('word')} END`
  }
}
