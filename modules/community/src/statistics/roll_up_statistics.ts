import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ReaderActivity } from '#modules/chat/index'
import { Gallery } from '#modules/gallery/index'
import { runInBatches } from '#modules/kernel/batches'
import { nilUuid } from '#modules/kernel/ids'
import { tryLock } from '#modules/kernel/locks'
import { Timers } from '#plugins/contract/timers'
import { leftAfterDays } from '../../api.ts'
import { bucketOf } from './buckets.ts'
import { peopleMin, publishable, type WaitingGroup } from './publishable.ts'

const dayMs = 86_400_000
/** Replies are counted span by span. A span divides a day, and is short, because a busy site writes hundreds of replies in it. */
const spanMs = 2 * 60_000
/** After this time, every reply that began in a span has ended. */
const settledMs = 3 * 3_600_000
/** Groups of fewer than five people join their neighbours after this time, and are dropped after the second. */
const joinAfterDays = 28
const dropAfterDays = 90
const charactersPerBatch = 20
/** The next run continues. */
const batchesPerRun = 5_000

interface Progress {
  counted_until: Date
  closed_through: string
  closed_character: string | null
}

interface Activity {
  user_id: string
  character_id: string
  kind: 'talk' | 'left'
  part: number
  chat_session_id: string
  is_returning: boolean
  chats: number
  messages: number
  rerolls: number
  stops: number
  answers: number
  answer_characters: number
}

interface StoredGroup extends WaitingGroup {
  characterId: string
  kind: string
}

const addActivity = `-- all users: the activity of a time span
  INSERT INTO waiting_activity AS w (user_id, character_id, kind, part, chat_session_id, day, is_returning, chats, messages, rerolls, stops, answers,
    answer_characters)
  SELECT user_id, character_id, kind, part, chat_session_id, ?::date, is_returning, chats, messages, rerolls, stops, answers, answer_characters
  FROM jsonb_to_recordset(?::jsonb) AS added (user_id uuid, character_id uuid, kind text, part integer, chat_session_id uuid, is_returning boolean,
    chats integer, messages integer, rerolls integer, stops integer, answers integer, answer_characters bigint)
  ON CONFLICT (user_id, character_id, kind, part, chat_session_id, day) DO UPDATE SET
    is_returning = w.is_returning OR excluded.is_returning, chats = greatest(w.chats, excluded.chats), messages = w.messages + excluded.messages,
    rerolls = w.rerolls + excluded.rerolls, stops = w.stops + excluded.stops, answers = w.answers + excluded.answers,
    answer_characters = w.answer_characters + excluded.answer_characters`

/** The characters to look at when a day is closed: those with new activity, and those whose groups get old. */
const activeOn = (day: string) => `-- all users: the characters with activity on a day
  (SELECT DISTINCT character_id FROM waiting_activity WHERE day = ${day} AND character_id > :after::uuid ORDER BY 1 LIMIT ${charactersPerBatch})`
const charactersOf = `-- all users: the characters with activity on a day
  SELECT DISTINCT character_id AS id FROM (
    ${activeOn(':day::date')} UNION ALL ${activeOn(`:day::date - ${joinAfterDays}`)}
  ) active ORDER BY 1 LIMIT ${charactersPerBatch}`

const groupsOf = `-- all users: the activity with some characters
  SELECT character_id AS "characterId", kind, part, count(DISTINCT user_id)::int AS people, min(day) <= ?::date - ${joinAfterDays} AS "isOld",
    CASE WHEN count(DISTINCT user_id) < ${peopleMin} THEN to_json(array_agg(DISTINCT user_id)) END AS readers
  FROM waiting_activity WHERE character_id = ANY (?::uuid[]) AND day <= ?::date
  GROUP BY character_id, kind, part ORDER BY character_id, kind, part`

const publish = `-- all users: the activity with some characters
  WITH run AS (
    SELECT n, owner, character_id, kind, part
    FROM jsonb_to_recordset(:runs::jsonb) AS run (n integer, owner uuid, character_id uuid, kind text, part integer)
  ), taken AS (
    DELETE FROM waiting_activity w USING run
    WHERE w.character_id = run.character_id AND w.kind = run.kind AND w.part = run.part AND w.day <= :day::date
    RETURNING run.n, run.owner, w.*
  ), summed AS (
    SELECT owner, character_id, kind, min(part) AS part, max(part) AS last_part, min(day) AS first_day, count(DISTINCT user_id)::int AS people,
      (count(DISTINCT user_id) FILTER (WHERE is_returning))::int AS returned, (count(*) FILTER (WHERE kind = 'view'))::int AS views,
      sum(chats)::int AS chats, sum(messages)::int AS messages, sum(rerolls)::int AS rerolls, sum(stops)::int AS stops,
      sum(answers)::int AS answers, sum(answer_characters)::bigint AS answer_characters
    FROM taken GROUP BY n, owner, character_id, kind
  )
  INSERT INTO statistics_cells (user_id, character_id, last_day, kind, part, last_part, first_day, people, returned, views, chats, messages, rerolls,
    stops, answers, answer_characters)
  SELECT owner, character_id, :day::date, kind, part, last_part, first_day, people,
    CASE WHEN returned >= ${peopleMin} AND (returned = people OR people - returned >= ${peopleMin}) THEN returned END,
    views, chats, messages, rerolls, stops, answers, answer_characters
  FROM summed`

/**
 * Counts the activity of closed days (UTC) for the creators of characters. First adds the activity of each two minutes to the rows that wait, then
 * closes the day: publishes the numbers of groups that have five people, and deletes their rows. Each step is a transaction that advances
 * `statistics_progress`, so that everything counts once. One process works at a time.
 */
@inject()
export class RollUpStatistics {
  constructor(
    private readonly db: Database,
    private readonly activity: ReaderActivity,
    private readonly gallery: Gallery,
    private readonly timers: Timers
  ) {}

  /** Works until nothing is left to do, and rests between the steps. */
  run(signal?: AbortSignal): Promise<void> {
    return runInBatches(() => this.step(), {
      timers: this.timers,
      max: batchesPerRun,
      signal,
    })
  }

  /** Counts two minutes, or closes a day for some characters. Returns true if nothing is left to do, or another process works. */
  step(): Promise<boolean> {
    return this.db.transaction((trx) => this.#step(trx))
  }

  async #step(trx: TransactionClientContract): Promise<boolean> {
    if (!(await tryLock(trx, 'community.statistics'))) return true
    const progress = await this.#progress(trx)
    const from = progress.counted_until
    const nextDay = dayOf(Date.parse(progress.closed_through) + dayMs)
    if (dayOf(from.getTime()) > nextDay) {
      await this.#close(nextDay, progress.closed_character, trx)
      return false
    }
    const until = new Date(from.getTime() + spanMs)
    if (until.getTime() > this.timers.now() - settledMs) return true
    await this.#count(from, until, trx)
    return false
  }

  async #progress(trx: TransactionClientContract): Promise<Progress> {
    const read = () =>
      trx.rawQuery<{ rows: Progress[] }>(
        'SELECT counted_until, closed_through::text, closed_character FROM statistics_progress'
      )
    const { rows } = await read()
    if (rows[0]) return rows[0]
    const today = dayOf(this.timers.now())
    await trx.rawQuery(
      `INSERT INTO statistics_progress (started_on, counted_until, closed_through)
       VALUES (?::date, ?::timestamptz, ?::date - 1)`,
      [today, `${today}T00:00:00Z`, today]
    )
    return (await read()).rows[0]!
  }

  async #count(from: Date, until: Date, trx: TransactionClientContract) {
    const talked = await this.activity.talked(from, until, trx)
    const left = await this.activity.left(shifted(from), shifted(until), trx)
    const owners = await this.gallery.owners(
      [...new Set([...talked, ...left].map(({ characterId }) => characterId))],
      trx
    )
    const rows: Activity[] = []
    for (const chat of talked) {
      const owner = owners.get(chat.characterId)
      if (!owner || owner.ownerId === chat.readerId) continue
      rows.push({
        ...toRow(chat, 'talk', chat.version ?? owner.version),
        is_returning: chat.isReturning,
        chats: chat.isNew ? 1 : 0,
        messages: chat.messages,
        rerolls: chat.rerolls,
        stops: chat.stops,
        answers: chat.answers,
        answer_characters: chat.answerCharacters,
      })
    }
    for (const chat of left) {
      const owner = owners.get(chat.characterId)
      if (owner && owner.ownerId !== chat.readerId)
        rows.push({ ...toRow(chat, 'left', bucketOf(chat.messages)), chats: 1 })
    }
    if (rows.length > 0) await trx.rawQuery(addActivity, [dayOf(from.getTime()), JSON.stringify(rows)])
    await trx.rawQuery('UPDATE statistics_progress SET counted_until = ?::timestamptz', [until])
  }

  /** Publishes the cells of some characters. After the last ones, the day is closed. */
  async #close(day: string, after: string | null, trx: TransactionClientContract) {
    const { rows: characters } = await trx.rawQuery<{ rows: { id: string }[] }>(charactersOf, {
      day,
      after: after ?? nilUuid,
    })
    const ids = characters.map(({ id }) => id)
    await this.#publish(day, ids, trx)
    if (ids.length === charactersPerBatch) {
      await trx.rawQuery('UPDATE statistics_progress SET closed_character = ?::uuid', [ids.at(-1)!])
      return
    }
    await trx.rawQuery(
      `-- all users: what waited too long
       DELETE FROM waiting_activity WHERE day < ?::date - ${dropAfterDays}`,
      [day]
    )
    await trx.rawQuery('UPDATE statistics_progress SET closed_through = ?::date, closed_character = NULL', [day])
  }

  async #publish(day: string, ids: string[], trx: TransactionClientContract) {
    if (ids.length === 0) return
    const owners = await this.gallery.owners(ids, trx)
    const gone = ids.filter((id) => !owners.has(id))
    if (gone.length > 0)
      await trx.rawQuery(
        `-- all users: the activity with deleted characters
         DELETE FROM waiting_activity WHERE character_id = ANY (?::uuid[])`,
        [gone] as never
      )
    const { rows: groups } = await trx.rawQuery<{ rows: StoredGroup[] }>(groupsOf, [day, ids, day] as never)
    const runs = [...Map.groupBy(groups, ({ characterId, kind }) => `${characterId} ${kind}`).values()].flatMap(
      publishable
    )
    const parts = runs.flatMap((run, n) =>
      run.map(({ characterId, kind, part }) => ({
        n,
        owner: owners.get(characterId)!.ownerId,
        character_id: characterId,
        kind,
        part,
      }))
    )
    if (parts.length > 0) await trx.rawQuery(publish, { runs: JSON.stringify(parts), day })
  }
}

/** The day in UTC, such as `2026-11-30`. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The same time on the day whose chats without a later message count as left. */
const shifted = (time: Date): Date => new Date(time.getTime() - leftAfterDays * dayMs)

const toRow = (
  { readerId, characterId, chatId }: { readerId: string; characterId: string; chatId: string },
  kind: Activity['kind'],
  part: number
): Activity => ({
  user_id: readerId,
  character_id: characterId,
  kind,
  part,
  chat_session_id: chatId,
  is_returning: false,
  chats: 0,
  messages: 0,
  rerolls: 0,
  stops: 0,
  answers: 0,
  answer_characters: 0,
})
