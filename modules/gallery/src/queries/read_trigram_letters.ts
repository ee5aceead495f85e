import type { Database } from '@adonisjs/lucid/database'
import type { Letters } from '../domain/search.ts'

const known = new WeakMap<Database, Promise<Letters>>()

/** Detects which letters pg_trgm recognizes. With the character type C, it recognizes only ASCII letters. */
export const readTrigramLetters = (db: Database): Promise<Letters> => {
  const letters =
    known.get(db) ??
    db
      .rawQuery<{ rows: { any: boolean }[] }>(`SELECT cardinality(show_trgm('д')) > 0 AS any`)
      .then(({ rows }) => (rows[0]?.any ? ('everyLetter' as const) : ('asciiOnly' as const)))
      .catch((error: unknown) => {
        known.delete(db)
        throw error
      })
  known.set(db, letters)
  return letters
}
