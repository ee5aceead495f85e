import type { Character, CharacterSummary } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { Sql, sql } from './sql.ts'
import { markOf } from '../marks/mark_address.ts'

/** Columns for lists, without long texts. */
export const summaryColumns = new Sql(
  `id, name, description, avatar, background, category, tags, is_nsfw, is_public, created_by, created_at`
)

/** Counters and like, as subqueries per row of a page. They take half as long to plan as joins. */
export const countsAndLike = (id: Sql, viewer: Viewer | null): Sql => sql`
  (SELECT likes FROM character_counters WHERE character_id = ${id}) AS likes,
  (SELECT messages FROM character_counters WHERE character_id = ${id}) AS messages,
  ${viewer ? sql`EXISTS (SELECT FROM character_likes WHERE character_id = ${id} AND user_id = ${viewer.id}::uuid)` : new Sql('false')} AS liked`

export interface SummaryRow {
  id: string
  name: string
  description: string
  avatar: string | null
  background: string | null
  category: string
  tags: string[]
  is_nsfw: boolean
  is_public: boolean
  created_by: string
  created_at: Date
  likes: number
  messages: number
  liked: boolean
}

export interface CharacterRow extends SummaryRow {
  backstory: string
  personality: string
  first_message: string
  greeting: string
  scenario: string
}

/** A missing text is null in the API and empty in the table. */
const textOrNull = (text: string) => (text === '' ? null : text)

export const toSummary = (row: SummaryRow): CharacterSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  // Rows of earlier releases may lack an avatar.
  ...(row.avatar === null ? markOf(row.name) : { avatar: row.avatar, background: row.background }),
  category: row.category,
  tags: row.tags,
  isNsfw: row.is_nsfw,
  isPublic: row.is_public,
  likes: row.likes,
  messageCount: row.messages,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  liked: row.liked,
})

export const toCharacter = (row: CharacterRow): Character => ({
  ...toSummary(row),
  backstory: textOrNull(row.backstory),
  personality: textOrNull(row.personality),
  firstMessage: textOrNull(row.first_message),
  greeting: textOrNull(row.greeting),
  scenario: textOrNull(row.scenario),
})
