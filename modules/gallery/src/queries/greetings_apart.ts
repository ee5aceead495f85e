/**
 * Queries for characters or versions with their greetings, which can have several megabytes. The driver reads a row at once, so each
 * greeting is a row of its own.
 */

const lists = ['alternate_greetings', 'group_greetings'] as const

export type Greetings = Record<(typeof lists)[number], string[]>

/** A row of the main query, or a greeting of one. All other columns are null. */
export interface Apart {
  list: (typeof lists)[number] | null
  owner: string | null
  place: string
  text: string
}

/** `main` selects the rows without greetings. `greetings` selects both lists, with a number or text as `owner`. */
export const greetingsApart = (main: string, greetings: string): string => `
  WITH given AS MATERIALIZED (${greetings}), greetings AS (
    ${lists
      .map(
        (list) =>
          `SELECT '${list}' AS list, owner::text, place, text
           FROM given, unnest(${list}) WITH ORDINALITY AS item (text, place)`
      )
      .join(' UNION ALL ')}
  )
  SELECT * FROM (${main}) AS main FULL JOIN greetings ON false`

/** Returns the rows of the main query with their greetings. */
export const joinGreetings = <Row extends object>(
  rows: readonly (Row & Apart)[],
  ownerOf: (row: Row) => number | string
): (Row & Greetings)[] =>
  rows
    .filter(({ list }) => list === null)
    .map((row) => {
      const owner = String(ownerOf(row))
      const textsOf = (list: Apart['list']) =>
        rows
          .filter((other) => other.list === list && other.owner === owner)
          .sort((a, b) => Number(a.place) - Number(b.place))
          .map(({ text }) => text)
      return {
        ...row,
        alternate_greetings: textsOf('alternate_greetings'),
        group_greetings: textsOf('group_greetings'),
      }
    })
