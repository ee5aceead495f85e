import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery } from '#modules/gallery/index'
import { encodeCursor } from '#modules/kernel/pages'
import { rateLimit } from '#modules/kernel/rate_limit'
import { containing, searchCondition, type Search } from '#modules/kernel/search'
import { queryUnprepared } from '#modules/kernel/sql'
import { limits } from '../../limits.ts'
import { personaColumn, scenarioColumn } from '../../prompts/index.ts'
import type { ChatHit, ChatSearchPage } from '../api.ts'
import { type Cast, type CastRow, macroScopeOf, readCasts } from '../chat_cast.ts'
import { excerptHit } from './excerpt_hit.ts'
import { SearchIndex } from './search_index.ts'

/** Limits the searches of a user, which nothing else limits. */
export class SearchPace extends rateLimit('chat:search', limits.searchesPerMinute, '1 minute') {}

/**
 * The newest texts are read one by one first. A common word is found among them, and would make the index return most texts of the user.
 */
const newestRead = 2_000
/** How many of the found texts are checked at a time, and how often for a page. Rarely more than one isn't what its message says. */
const candidates = 2 * limits.searchPage
const readsMax = 20
/** How often a page is read again without the chats behind the adult gate. */
const attempts = 5

export interface SearchChatsInput {
  user: CurrentUser
  /** At least one. */
  terms: readonly Search[]
  characterId: string | null
  sessionId: string | null
  /** Days in the time zone, such as 2026-01-31. Both are included. */
  from: string | null
  to: string | null
  timeZone: string
  /** The last hit of the previous page: its time in microseconds since 1970, and the id of its answer. */
  after: { at: number; id: string } | null
}

interface Row extends CastRow {
  /** The message still says this. Otherwise, the row has only the time and the id of the answer. */
  is_valid: boolean
  answer_id: string
  message_id: string
  title: string | null
  is_branch: boolean
  is_user: boolean
  is_unselected: boolean
  content: string
  at: Date
  sort_at: string
}

/** Finds messages and answers that contain all terms, newest first. */
@inject()
export class SearchChats {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly index: SearchIndex
  ) {}

  async run(input: SearchChatsInput): Promise<ChatSearchPage> {
    const { db, gallery } = this
    const isComplete = this.index.isComplete(input.user.id)
    const gatedIds: string[] = []
    for (let attempt = 1; ; attempt++) {
      const { rows, after } = await this.#find(input, gatedIds)
      const shown = rows.slice(0, limits.searchPage)
      const castOf = await readCasts(db, gallery, input.user, shown)
      const gated = shown.flatMap((row) => castOf(row).gatedIds)
      gatedIds.push(...gated)
      if (gated.length > 0 && attempt < attempts) continue
      const next = rows.length > shown.length ? positionOf(shown.at(-1)!) : after
      return {
        hits: shown.filter((row) => !castOf(row).isGated).map((row) => toHit(row, castOf(row), input)),
        next: next && encodeCursor([next.at, next.id]),
        isComplete: await isComplete,
      }
    }
  }

  /** Returns more rows than a page, or `after` if there may be more behind many that are no longer valid. */
  async #find(
    input: SearchChatsInput,
    gatedIds: readonly string[]
  ): Promise<{ rows: Row[]; after: SearchChatsInput['after'] }> {
    const rows: Row[] = []
    let { after } = input
    for (let reads = 0; reads < readsMax; reads++) {
      const read = await this.#read({ ...input, after }, gatedIds)
      rows.push(...read.filter((row) => row.is_valid))
      if (read.length < candidates || rows.length > limits.searchPage) return { rows, after: null }
      after = positionOf(read.at(-1)!)
    }
    return { rows, after }
  }

  async #read(input: SearchChatsInput, gatedIds: readonly string[]): Promise<Row[]> {
    const client = this.db.connection()
    const newest = newestStatement(input, gatedIds)
    const rows = await queryUnprepared<Row>(client, newest.text, newest.values)
    if (rows.length === candidates) return rows
    const all = indexStatement(input, gatedIds)
    return queryUnprepared<Row>(client, all.text, all.values)
  }
}

const positionOf = (row: Row) => ({ at: Number(row.sort_at), id: row.answer_id })

/** The parts of a statement, and its values. */
const partsOf = ({ user, terms, characterId, sessionId, ...input }: SearchChatsInput, gatedIds: readonly string[]) => {
  const values: unknown[] = [user.id]
  const add = (value: unknown) => values.push(value)
  const chatsWith = (ids: readonly string[]) => {
    const characters = `character_id = ANY ($${add(ids)}::uuid[])`
    return `(SELECT id FROM chat_sessions WHERE user_id = $1::uuid AND ${characters}
       UNION ALL SELECT chat_session_id FROM chat_group_members WHERE user_id = $1::uuid AND ${characters})`
  }
  const dayAt = (day: string, days: number) =>
    `($${add(day)}::date + ${days})::timestamp AT TIME ZONE $${add(input.timeZone)}::text`
  /** Conditions that the order of the texts can follow. */
  const place = [
    ...(sessionId === null ? [] : [`chat_session_id = $${add(sessionId)}::uuid`]),
    ...(input.from === null ? [] : [`at >= ${dayAt(input.from, 0)}`]),
    ...(input.to === null ? [] : [`at < ${dayAt(input.to, 1)}`]),
    ...(input.after === null
      ? []
      : [
          `(at, id) < (timestamptz 'epoch' + $${add(input.after.at)}::bigint * INTERVAL '1 microsecond', $${add(input.after.id)}::uuid)`,
        ]),
  ]
  const chats = [
    ...(characterId === null ? [] : [`chat_session_id IN ${chatsWith([characterId])}`]),
    ...(gatedIds.length === 0 ? [] : [`chat_session_id NOT IN ${chatsWith(gatedIds)}`]),
  ]
  const patterns = `$${add(terms.map(({ text }) => containing(text)))}::text[]`
  const indexed = () =>
    terms.map(({ pattern, pairs, text }) => searchCondition('text', [add(pattern), add(pairs), add(text)]))
  return { values, place, chats, patterns, indexed }
}

/** Checks the newest found texts against their messages, which may have changed, and reads what a hit shows. */
const checked = (patterns: string) => `
  SELECT s.id, s.character_id, s.title, found.id AS answer_id, m.id AS message_id, m.author_id IS NOT NULL AS is_user, found.at,
    (extract(epoch FROM found.at) * 1000000)::bigint AS sort_at, coalesce(a.speaker, m.speaker) AS speaker, coalesce(a.content, m.content) AS content,
    coalesce(m.answer_id <> found.id, false) AS is_unselected,
    coalesce(m.deleted_at IS NULL AND m.hidden_at IS NULL AND s.deleted_at IS NULL AND (m.answer_id IS NULL AND m.id = found.id OR a.id IS NOT NULL)
      AND chat_search_text(coalesce(a.content, m.content)) LIKE ALL (${patterns}), false) AS is_valid,
    EXISTS (SELECT FROM chat_branches WHERE user_id = $1::uuid AND chat_session_id = s.id) AS is_branch,
    ${personaColumn('s.id', '$1::uuid')} AS persona, ${scenarioColumn('s.id', '$1::uuid')} AS scenario
  FROM (SELECT * FROM found ORDER BY at DESC, id DESC LIMIT ${candidates}) found
  LEFT JOIN chat_messages m ON m.user_id = $1::uuid AND m.id = found.message_id
  LEFT JOIN chat_sessions s ON s.user_id = $1::uuid AND s.id = found.chat_session_id
  LEFT JOIN chat_message_alternates a
    ON m.answer_id IS NOT NULL AND a.user_id = $1::uuid AND a.id = found.id AND a.message_id = m.id
  ORDER BY found.at DESC, found.id DESC`

type Statement = (input: SearchChatsInput, gatedIds: readonly string[]) => { text: string; values: unknown[] }

const newestStatement: Statement = (input, gatedIds) => {
  const { values, place, chats, patterns } = partsOf(input, gatedIds)
  const text = `
    WITH newest AS MATERIALIZED (
      SELECT * FROM chat_search_texts WHERE ${['user_id = $1::uuid', ...place].join(' AND ')}
      ORDER BY at DESC, id DESC LIMIT ${newestRead}
    ), found AS MATERIALIZED (
      SELECT * FROM newest WHERE ${[`text LIKE ALL (${patterns})`, ...chats].join(' AND ')}
    )
    ${checked(patterns)}`
  return { text, values }
}

const indexStatement: Statement = (input, gatedIds) => {
  const { values, place, chats, patterns, indexed } = partsOf(input, gatedIds)
  const text = `
    WITH found AS MATERIALIZED (
      SELECT * FROM chat_search_texts WHERE ${['user_id = $1::uuid', ...place, ...indexed(), ...chats].join(' AND ')}
    )
    ${checked(patterns)}`
  return { text, values }
}

const toHit = (row: Row, cast: Cast, input: SearchChatsInput): ChatHit => ({
  id: row.answer_id,
  messageId: row.message_id,
  sessionId: row.id,
  characterId: row.character_id,
  title: row.title,
  isUser: row.is_user,
  speaker: row.speaker,
  createdAt: row.at.toISOString(),
  excerpt: excerptHit(
    { id: row.message_id, isUser: row.is_user, content: row.content, at: row.at.getTime() },
    input.terms,
    macroScopeOf(row, cast, input)
  ),
  ...(row.is_branch && { isBranch: true as const }),
  ...(row.is_unselected && { isUnselected: true as const }),
  ...cast.shown,
})
