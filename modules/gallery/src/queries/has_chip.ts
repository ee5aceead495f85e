import type { Viewer } from '../../index.ts'
import { sql, type Sql } from './sql.ts'

/** Has this chip, whatever its case. Adult characters' chips are marked (see `gallery_chips`), and visitors don't ask for those. */
export const hasChip = (chip: string, viewer: Viewer | null): Sql =>
  viewer ? sql`chips && ARRAY[lower(${chip}), chr(31) || lower(${chip})]` : sql`chips @> ARRAY[lower(${chip})]`
