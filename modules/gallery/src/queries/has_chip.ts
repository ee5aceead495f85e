import type { Viewer } from '../../index.ts'
import { sql, type Sql } from './sql.ts'

/** Has this chip, whatever its case. Adult characters' chips are marked (see `gallery_chips`), and visitors don't ask for those. */
export const hasChip = (chip: string, viewer: Viewer | null): Sql => {
  const key = sql`hashtextextended(lower(${chip}), 0)`
  return viewer
    ? sql`chip_keys && ARRAY[${key}, hashtextextended(chr(31) || lower(${chip}), 0)]`
    : sql`chip_keys @> ARRAY[${key}]`
}
