import { codePoints } from '#modules/kernel/text'
import type { Viewer } from '../../index.ts'
import { containing, nameKeyLength, ranks, type Search } from '../domain/search.ts'
import { seesAdult } from '../domain/sight.ts'
import { hasAnyChip } from './has_chip.ts'
import { join, Sql, sql } from './sql.ts'

const openText = new Sql('gallery_open_text(name, description, is_nsfw)')
const rankOf = (rank: keyof typeof ranks) => new Sql(String(ranks[rank]))

/** A condition whose matches all have one rank, or, if `rank` is an expression, several. */
export interface Tier {
  condition: Sql
  /** The lowest and the highest rank. */
  ranks: readonly [first: number, last: number]
  rank: Sql
  /**
   * How to find the matches. `in_order`: the planner decides, because it knows their number. `all`: it doesn't, so all matches of
   * `narrowing` are read and sorted. `nearest`: no index serves the condition, so only the next rows are read.
   */
  plan: 'in_order' | 'all' | 'nearest'
  narrowing?: Sql
}

/**
 * The conditions of a search. `tags` are those whose name matches. The keys of names and their marks are explained where the database
 * makes them (`gallery_name_keys`).
 */
export class SearchConditions {
  readonly #name: Sql
  readonly #begins: Sql
  readonly #word: Sql
  /** The name or a later word of it begins with the text, or with its first letters in `namedKeys`. */
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

  /** The public matches, best rank first. */
  listed({ withTexts }: { withTexts: boolean }): Tier[] {
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
   * The viewer's private characters. They are few and found by their owner, so `strpos` replaces `LIKE`, for which the planner compares
   * the pattern with hundreds of sampled texts.
   */
  private({ withTexts }: { withTexts: boolean }): Tier {
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

  /** Own public adult characters by their descriptions, which `listed` leaves out with adult content off. */
  ownAdult(): Tier | null {
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

  #shortName(): Tier[] {
    const tier = (name: 'name' | 'beginning' | 'word', condition: Sql): Tier => ({
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

  /** The keys hold only the first letters, so the planner can't know how many names match. */
  #longName(): Tier {
    return {
      condition: this.#named,
      ranks: [ranks.name, ranks.word],
      rank: sql`CASE WHEN ${this.#name} THEN ${rankOf('name')} WHEN ${this.#begins} THEN ${rankOf('beginning')} ELSE ${rankOf('word')} END`,
      plan: 'all',
      narrowing: this.#namedKeys,
    }
  }

  /** Names, and the descriptions that the viewer may read. */
  #inTexts(text: string): Sql {
    const pattern = sql`lower(${containing(text)})`
    const open = sql`${openText} LIKE ${pattern}`
    return seesAdult(this.viewer) ? sql`(${open} OR (is_nsfw AND lower(description) LIKE ${pattern}))` : open
  }

  /** Neither the name nor a tag makes it a better match. */
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
