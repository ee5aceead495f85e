import type { Viewer } from '../../index.ts'
import { sql, type Sql } from './sql.ts'

/** The condition "has this chip", ignoring case. `gallery_chips` marks chips of adult characters, which visitors never match. */
export const hasChip = (chip: string, viewer: Viewer | null): Sql => {
  const key = sql`hashtextextended(lower(${chip}), 0)`
  return viewer
    ? sql`chip_keys && ARRAY[${key}, hashtextextended(chr(31) || lower(${chip}), 0)]`
    : sql`chip_keys @> ARRAY[${key}]`
}
