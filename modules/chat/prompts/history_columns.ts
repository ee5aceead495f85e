import type { PromptMessage } from './prompt_input.ts'

/** `chat_history` reads at most this many messages, besides the first one of the chat. */
export const messagesReadMax = 1_000

/** A message of the history. The time `at` is in milliseconds since 1970. */
type HistoryEntry = [
  position: number,
  isUser: boolean,
  content: string,
  id: string,
  at: number,
  characterId: string | null,
  speaker: string | null,
]

/** The history of a session, as a statement reads it for a prompt. */
export interface HistoryRow {
  /** The first message of the session, and the newest ones up to the character budget, in any order. Null: no messages. */
  history: HistoryEntry[] | null
}

/**
 * SQL for the column of a `HistoryRow`: the messages of a session up to a position, within `budget` characters. The database function is
 * the only place that decides which messages a prompt may contain. It leaves out deleted messages, and the row of a message with several
 * answers contains the selected one.
 *
 * The function takes a new snapshot. In a statement that locks the session, make an argument depend on the locked row, so that the history
 * is read under the lock.
 */
export const historyColumns = ({
  user,
  session,
  upTo,
  budget,
}: Record<'user' | 'session' | 'upTo' | 'budget', string>) => `
     (
       SELECT json_agg(json_build_array(
         message_position, is_user, message_content, message_id, message_at, message_character, message_speaker))
       FROM chat_history(${user}, ${session}, ${upTo}, ${budget})
     ) AS history`

/** Returns the messages for a prompt, oldest first. Messages of other characters in a group chat have a `speaker`, imported ones without a `characterId`. */
export const historyOf = ({ history }: HistoryRow): (PromptMessage & { position: number; id: string })[] =>
  (history ?? [])
    .sort(([left], [right]) => left - right)
    .map(([position, isUser, content, id, at, characterId, speaker]) => {
      const isNamed = characterId !== null || (speaker !== null && !isUser)
      return { position, isUser, content, id, at, ...(isNamed && { speaker, characterId }) }
    })
