import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { StoredPersona } from '#modules/accounts/index'
import { isBlankMessage } from '#modules/kernel/macros'
import { waitForLock } from '#modules/kernel/locks'
import { statement } from '#modules/kernel/sql'
import { inSlices, type Steps } from '#modules/kernel/steps'
import { limits } from '../../limits.ts'
import type { ChatBranch, ChatDraft, ReplyUnderWay } from '../api.ts'
import { personaColumn, scenarioColumn } from '../../prompts/index.ts'
import { alternatesOf, messageColumns, type MessageJson } from '../run/message_row.ts'
import type { ChangesOfChat } from '../chat/tier_models.ts'
import { pinDepthsOf, type SessionRow } from '../chat/session_row.ts'

/** One row a greeting, because the driver reads a row at once, and all greetings have several megabytes. */
const readRows = statement<{ greeting: string | null }>(
  'chat_read_greetings',
  `SELECT greeting FROM unnest(gallery_greetings($1::uuid, $2::integer)) WITH ORDINALITY AS given (greeting, place)
   ORDER BY place`
)

/** Returns the first message of a character's version, and its alternate greetings. Empty for a deleted character. */
export const readGreetings = async (
  client: QueryClientContract,
  characterId: string,
  version: number
): Promise<string[]> => (await readRows(client, [characterId, version])).map(({ greeting }) => greeting ?? '')

/**
 * Returns the indexes of different greetings with visible texts, at most as many as a chat begins with. Each step reads one greeting, because
 * a character may have hundreds of long ones with macros.
 */
export function* findGreetings(greetings: readonly string[]): Steps<number[]> {
  const found: number[] = []
  for (const [index, text] of greetings.entries()) {
    if (found.length === limits.greetingsMax) break
    if (!isBlankMessage(text) && greetings.indexOf(text) === index) found.push(index)
    yield
  }
  return found
}

/** Returns the places of the greetings that a chat with this version begins with. */
const readPlaces = async (
  client: QueryClientContract,
  userId: string,
  characterId: string,
  version: number
): Promise<number[]> => {
  return inSlices(userId, placesOf(await readGreetings(client, characterId, version)))
}

/** A session with a page of its messages. */
export interface ChatRow extends SessionRow, ChangesOfChat {
  /** The version of the character. Null in a chat that was created without a version, until its first message. */
  character_version: number | null
  messages: MessageJson[]
  /** The greetings of a chat whose opening isn't stored yet. */
  opening: GreetingJson[] | null
  has_older: boolean
  has_newer: boolean
  /** The user's persona in this chat. Null: the default persona. */
  persona: StoredPersona | null
  /** The running reply. */
  reply: ReplyUnderWay | null
  branches: ChatBranch[] | null
  draft: ChatDraft | null
  suggestions: ChatDraft | null
  /** Null without scripts. */
  script_count: number | null
  /** The messages of the page that show the notice. Missing in a new session. */
  noticed?: string[] | null
  /** Whether this statement created the session. Missing where none could. */
  is_new?: boolean
}

interface GreetingJson {
  id: string
  content: string
}

/** SQL for the column `opening` of a session in the table `session`. */
export const openingColumn = (session: string) =>
  `CASE WHEN ${session}.opening_version IS NOT NULL THEN chat_opening(${session}.id, ${session}.character_id, ${session}.opening_version, ${session}.opening_places) END AS opening`

/** SQL for the number of regex scripts of the characters of a session in the table `session`. Null without any. */
export const scriptCountOf = (session: string) =>
  `CASE WHEN ${session}.character_id IS NOT NULL THEN jsonb_array_length(gallery_scripts(${session}.character_id, ${session}.character_version)) ELSE (
     SELECT sum(jsonb_array_length(gallery_scripts(member.character_id, member.character_version)))::int
     FROM chat_group_members member WHERE member.user_id = $1 AND member.chat_session_id = ${session}.id
   ) END`

/** Commits without waiting for the disk. A lost empty chat does no harm, and the first message flushes the chat with it. */
export const withoutFlush = `set_config('synchronous_commit', 'off', true) AS flush`

/**
 * Opens the session without a message of the user: the existing one, or a new one that begins with the greetings of a version. Stores only
 * the session: its first change stores the greetings, as the first message and its alternates (`store_opening.ts`). Their positions come
 * first, so the session's next position counts them. A unique index allows one such session per user and character, so duplicate requests
 * return the same session.
 */
const open = statement<ChatRow>(
  'chat_open_session',
  `WITH session AS (
     INSERT INTO chat_sessions (user_id, character_id, next_position, character_version, opening_version, opening_places)
     SELECT $1, $2, cardinality($4::smallint[]), $3::integer, CASE WHEN cardinality($4::smallint[]) > 0 THEN $3::integer END, $4::smallint[]
     WHERE NOT $5::boolean OR NOT EXISTS (
       SELECT FROM chat_sessions WHERE user_id = $1 AND character_id = $2 AND deleted_at IS NULL AND messages_written > 0
     )
     ON CONFLICT (user_id, character_id) WHERE messages_written = 0 AND deleted_at IS NULL
       DO UPDATE SET opened_at = clock_timestamp()
     RETURNING id, character_id, created_at, last_message_at, title, pins, character_version, opening_version,
       opening_places, old.id IS NULL AS is_new
   )
   SELECT id, is_new, created_at, last_message_at, title, pins, character_version, ${openingColumn('session')},
     ${personaColumn('session.id', '$1')} AS persona, ${pinDepthsOf('session.id', '$1')} AS pin_depths, ${scenarioColumn('session.id', '$1')} AS scenario, NULL::json AS reply, NULL::json AS parent,
     NULL::json AS branches, NULL::json AS draft, NULL::json AS suggestions,
     ${scriptCountOf('session')} AS script_count, false AS has_older, false AS has_newer, ${withoutFlush}, coalesce((
     SELECT json_agg(page ORDER BY position) FROM (
       SELECT position, ${messageColumns}, ${alternatesOf('chat_messages')} FROM chat_messages
       WHERE user_id = $1 AND chat_session_id = session.id AND opening_version IS NULL AND deleted_at IS NULL
     ) page
   ), '[]') AS messages
   FROM session`
)

/**
 * Opens the session without a message of the user. Its messages may be missing from the result if a concurrent call has stored them.
 */
export const openSession = async (
  client: Parameters<typeof open>[0],
  userId: string,
  characterId: string,
  /** The number of the character version that the greetings are from. */
  version: number
): Promise<ChatRow> => {
  const [row] = await open(client, [
    userId,
    characterId,
    version,
    await readPlaces(client, userId, characterId, version),
    false,
  ])
  return row!
}

/**
 * Opens the user's first session with a character, for a message that is sent in the same transaction. Returns null if the user has written
 * to the character meanwhile. Requests for the same session wait for that transaction.
 */
export const openFirstSession = async (
  trx: TransactionClientContract,
  userId: string,
  characterId: string,
  version: number
): Promise<string | null> => {
  await waitForLock(trx, `chat.open ${userId} ${characterId}`)
  const places = await readPlaces(trx, userId, characterId, version)
  const [row] = await open(trx, [userId, characterId, version, places, true])
  return row?.id ?? null
}

/** Returns the messages of a chat. An opening that isn't stored is the same message as later. */
export const messagesOf = ({ id, created_at: at, messages, opening }: ChatRow): MessageJson[] => {
  const [first] = opening ?? []
  if (messages.length > 0 || !first) return messages
  const created = { ruby_cost: 0, state: 'complete', tier: null, is_cut: false, edited_at: null } as const
  const greetings = opening!.map((greeting) => ({ ...created, ...greeting, created_at: at.toISOString() }))
  return [
    {
      ...greetings[0]!,
      chat_session_id: id,
      author_id: null,
      client_message_id: null,
      answer_id: greetings.length > 1 ? first.id : null,
      hidden_at: null,
      speaker: null,
      character_id: null,
      model_name: null,
      model_id: null,
      is_fallback: false,
      alternates: greetings.length > 1 ? greetings : null,
    },
  ]
}

/** Returns the first message of a new chat. `greeting` is the older field. */
export const openingOf = (character: { firstMessage: string | null; greeting: string | null }): string =>
  character.firstMessage || character.greeting || ''

/** Returns the places of the greetings that the user can choose from, as far as they fit the limits. */
function* placesOf(greetings: readonly string[]): Steps<number[]> {
  const found = yield* findGreetings(greetings)
  let letters = 0
  return found
    .filter((index, at) => (letters += greetings[index]!.length) <= limits.greetingsLetters || at === 0)
    .map((index) => index + 1)
}
