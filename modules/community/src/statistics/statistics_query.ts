import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Gallery, type Viewer } from '#modules/gallery/index'
import {
  statisticsLimits,
  type CharacterStatistics,
  type CreatorStatistics,
  type StatisticsCell,
  type StatisticsKind,
  type StatisticsNumbers,
  type StatisticsRange,
} from '../../api.ts'

const { cellsMax, charactersMax, versionsMax } = statisticsLimits

/** Lengths are bigint in the table. */
const numbers = `views, chats, messages, rerolls, stops, answers, answer_characters::float8 AS "answerCharacters"`
const sums = `sum(views)::int AS views, sum(chats)::int AS chats, sum(messages)::int AS messages, sum(rerolls)::int AS rerolls,
  sum(stops)::int AS stops, sum(answers)::int AS answers, sum(answer_characters)::float8 AS "answerCharacters"`

const cellsOfCharacter = `
  SELECT kind, first_day::text AS "firstDay", last_day::text AS "lastDay", part, last_part AS "lastPart", people, returned, ${numbers}
  FROM statistics_cells WHERE user_id = :user::uuid AND character_id = :character::uuid AND last_day > :after::date
  ORDER BY last_day DESC, kind, part LIMIT ${cellsMax + 1}`

/** Sums only what is published for single characters, so that a difference is a published number, too. */
const cellsOfCreator = `
  SELECT kind, min(first_day)::text AS "firstDay", last_day::text AS "lastDay", left_part AS part, left_last AS "lastPart",
    NULL::integer AS people, sum(returned)::int AS returned, ${sums}
  FROM statistics_cells
  CROSS JOIN LATERAL (
    SELECT CASE kind WHEN 'left' THEN part END AS left_part, CASE kind WHEN 'left' THEN last_part END AS left_last
  ) buckets
  WHERE user_id = :user::uuid AND last_day > :after::date
  GROUP BY last_day, kind, left_part, left_last ORDER BY last_day DESC, kind, left_part LIMIT ${cellsMax + 1}`

const characterTotals = `
  SELECT character_id AS id, ${sums} FROM statistics_cells
  WHERE user_id = :user::uuid AND last_day > :after::date AND kind <> 'left'
  GROUP BY character_id ORDER BY sum(messages) DESC, sum(views) DESC, character_id LIMIT ${charactersMax}`

interface CellRow extends StatisticsNumbers {
  kind: StatisticsKind
  firstDay: string
  lastDay: string
  part: number | null
  lastPart: number | null
  people: number | null
  returned: number | null
}

interface Progress {
  startedOn: string
  closedThrough: string
}

/** Reads the published cells of a creator. They are cut once, when a day is closed, so that ranges differ by whole cells only. */
@inject()
export class StatisticsQuery {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery
  ) {}

  /** Returns null unless the viewer is the owner of the character. */
  async ofCharacter(id: string, viewer: Viewer, range: StatisticsRange): Promise<CharacterStatistics | null> {
    const view = await this.gallery.find(id, { ...viewer, limitlessEnabled: true })
    if (view?.character.createdBy !== viewer.id) return null
    const client = this.db.connection()
    const frame = await this.#frame(client, range, cellsOfCharacter, { user: viewer.id, character: id })
    const versions = frame.answer.startedOn
      ? await this.gallery.versionsSince(id, new Date(`${frame.after}T23:59:59.999Z`), versionsMax)
      : []
    return {
      character: { id, name: view.character.name },
      ...frame.answer,
      versions: versions.map(({ number, createdAt }) => ({ number, createdAt: createdAt.toISOString() })),
    }
  }

  async ofCreator(viewer: Viewer, range: StatisticsRange): Promise<CreatorStatistics> {
    const client = this.db.connection()
    const { answer, after } = await this.#frame(client, range, cellsOfCreator, { user: viewer.id })
    const { rows } = await client.rawQuery<{ rows: (StatisticsNumbers & { id: string })[] }>(characterTotals, {
      user: viewer.id,
      after,
    })
    const views = await this.gallery.findMany(
      rows.map(({ id }) => id),
      { ...viewer, limitlessEnabled: true }
    )
    return { ...answer, characters: rows.map((row) => ({ ...row, name: views.get(row.id)?.character.name ?? null })) }
  }

  /** `after` is the day before the range. */
  async #frame(client: QueryClientContract, range: StatisticsRange, sql: string, values: Record<string, string>) {
    const { rows: states } = await client.rawQuery<{ rows: (Progress & { after: string })[] }>(
      `SELECT started_on::text AS "startedOn", closed_through::text AS "closedThrough", (closed_through - ?::int)::text AS after
       FROM statistics_progress`,
      [range]
    )
    const [state] = states
    // Before the first count there are no cells.
    const after = state?.after ?? 'infinity'
    const { rows } = await client.rawQuery<{ rows: CellRow[] }>(sql, { ...values, after })
    const answer = {
      range,
      startedOn: state?.startedOn ?? null,
      closedThrough: state && state.closedThrough >= state.startedOn ? state.closedThrough : null,
      cells: rows.slice(0, cellsMax).map(toCell),
      isCut: rows.length > cellsMax,
    }
    return { answer, after }
  }
}

const toCell = ({ part, lastPart, ...rest }: CellRow): StatisticsCell => ({
  ...rest,
  parts: part === null || lastPart === null ? null : { first: part, last: lastPart },
})
