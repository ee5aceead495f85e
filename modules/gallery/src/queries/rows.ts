import { publicName } from '#modules/accounts/api'
import type { Character, CharacterSummary, Creator, ReviewState } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import type { DraftRow } from '../domain/draft_rows.ts'
import type { ReadRules } from '../domain/visibility.ts'
import { plainExcerpt } from '#modules/kernel/message_text/plain_text'
import { openingLine } from '../domain/opening_line.ts'
import { Sql, sql } from './sql.ts'
import { markOf } from '../marks/mark_address.ts'

/** Columns for lists, without long texts. */
export const summaryColumns = new Sql(
  `id, name, description, avatar, avatar_focus, background, category, tags, is_nsfw, is_public, review, created_by, created_at`
)

/** Returns counters and like as subqueries per row, which take half as long to plan as joins. One subquery reads both counters. */
export const countsAndLike = (id: Sql, viewer: Viewer | null): Sql => sql`
  (SELECT ARRAY[likes, messages] FROM character_counters WHERE character_id = ${id}) AS counters,
  ${viewer ? sql`EXISTS (SELECT FROM character_likes WHERE character_id = ${id} AND user_id = ${viewer.id}::uuid)` : new Sql('false')} AS liked`

/** The names of the character's author. */
export const creatorNames = new Sql(
  `(SELECT ARRAY[username, first_name] FROM accounts_public_names(created_by)) AS creator`
)

/** Further columns of lists, besides `summaryColumns`: the opening line, and the names of the character's author. */
export const openingAndCreator = sql`opening_line, ${creatorNames}`

type SummaryColumn =
  'name' | 'description' | 'avatar' | 'avatar_focus' | 'background' | 'category' | 'tags' | 'is_nsfw' | 'is_public'

interface BaseRow extends Pick<DraftRow, SummaryColumn> {
  id: string
  created_by: string
  created_at: Date
  review: ReviewState | null
  /** Likes and messages. */
  counters: [number, number]
  liked: boolean
}

export interface SummaryRow extends BaseRow {
  /** The beginning of the first message, as written. Missing on the landing page. */
  opening_line?: string
  /** Username and first name. Null if the account is deleted. */
  creator: [string | null, string | null] | null
}

export type CharacterRow = BaseRow &
  Pick<DraftRow, 'backstory' | 'personality' | 'first_message' | 'greeting' | 'scenario'>

/** A character with the settings that decide who may read it. */
export type ReadableRow = BaseRow & DraftRow & { version_number: number }

export const toReading = (row: ReadableRow): ReadRules => ({
  createdBy: row.created_by,
  allowForks: row.allow_forks,
  definitionPublic: row.definition_public,
})

/** A missing text is null in the API and empty in the table. */
export const textOrNull = (text: string) => (text === '' ? null : text)

export const toCreator = (id: string, [username, firstName]: [string | null, string | null]): Creator => ({
  id,
  name: publicName({ username, firstName }),
  username,
})

export const toSummary = (row: SummaryRow): CharacterSummary => ({
  ...toBase(row),
  creator: row.creator && toCreator(row.created_by, row.creator),
  openingLine: openingLine(plainExcerpt(row.opening_line ?? '')),
})

const toBase = (row: BaseRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  // Rows of earlier releases may lack an avatar.
  ...(row.avatar === null ? markOf(row.name) : { avatar: row.avatar, background: row.background }),
  avatarFocus: row.avatar === null ? null : row.avatar_focus,
  category: row.category,
  tags: row.tags,
  isNsfw: row.is_nsfw,
  isPublic: row.is_public,
  ...(row.review && { review: row.review }),
  likes: row.counters[0],
  messageCount: row.counters[1],
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  liked: row.liked,
})

export const toCharacter = (row: CharacterRow): Character => ({
  ...toBase(row),
  backstory: textOrNull(row.backstory),
  personality: textOrNull(row.personality),
  firstMessage: textOrNull(row.first_message),
  greeting: textOrNull(row.greeting),
  scenario: textOrNull(row.scenario),
})
