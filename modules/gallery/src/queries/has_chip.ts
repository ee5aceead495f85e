import type { Viewer } from '../../index.ts'
import { seesAdult } from '../domain/visibility.ts'
import { join, Sql, sql } from './sql.ts'

/** Returns the keys of chips, ignoring case. `gallery_chips` marks chips of adult characters, which visitors never match. */
const keysOf = (chips: readonly string[], viewer: Viewer | null): Sql =>
  join(
    chips.flatMap((chip) => {
      const key = sql`hashtextextended(lower(${chip}), 0)`
      return viewer ? [key, sql`hashtextextended(chr(31) || lower(${chip}), 0)`] : [key]
    }),
    ', '
  )

/** Returns the condition that a character has this chip. */
export const hasChip = (chip: string, viewer: Viewer | null): Sql =>
  viewer ? hasAnyChip([chip], viewer) : sql`chip_keys @> ARRAY[${keysOf([chip], viewer)}]`

export const hasAnyChip = (chips: readonly string[], viewer: Viewer | null): Sql =>
  sql`chip_keys && ARRAY[${keysOf(chips, viewer)}]`

/** Returns the condition that a character has none of the viewer's blocked tags. */
const hasNoBlockedTag = (id: string): Sql =>
  sql`NOT chip_keys && coalesce((SELECT keys FROM blocked_tags WHERE user_id = ${id}::uuid), '{}')`

/** Returns the condition that the viewer hides none of the character's tags, or that it is the viewer's own. */
export const hasOpenTags = ({ id }: Viewer): Sql => sql`(created_by = ${id}::uuid OR ${hasNoBlockedTag(id)})`

/** Returns the condition that the viewer hides neither the character nor its creator nor one of its tags, or that it is the viewer's own. */
export const isNotBlocked = ({ id }: Viewer): Sql => sql`
  (created_by = ${id}::uuid
    OR (${hasNoBlockedTag(id)}
      AND NOT id = ANY (ARRAY(SELECT id FROM hidings WHERE user_id = ${id}::uuid AND kind = 'character'))
      AND NOT created_by = ANY (ARRAY(SELECT id FROM hidings WHERE user_id = ${id}::uuid AND kind <> 'character'))))`

/** Returns the condition that a character isn't gated, for suggestions of any kind. Lists show gated characters. */
export const isOpenTo = (viewer: Viewer): Sql =>
  seesAdult(viewer) ? new Sql('true') : sql`(NOT is_nsfw OR created_by = ${viewer.id}::uuid)`
