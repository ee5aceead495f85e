import type { Said } from '../prompt/build_prompt.ts'

type SaidRow = [position: number, isUser: boolean, content: string]

/** What was said in a session, as a statement reads it for a prompt. */
export interface HistoryRow {
  /** The newest message, and those before it up to the character budget, in any order. */
  newest: SaidRow[] | null
  /** The message that the session begins with, which always stays. It may be one of the newest, too. */
  opening: SaidRow | null
}

const messagesMax = 400

/**
 * SQL for the columns of a `HistoryRow`: what stands in a session up to a position, as far as `budget` characters go; the newest
 * stays, however long it is. The one place that says what a prompt may see: deleted messages are left out, and of several answers
 * the row has the selected one.
 */
export const historyColumns = ({ session, upTo, budget }: { session: string; upTo: string; budget: string }) => `
     (
       select json_agg(json_build_array(position, user_id is not null, content)) from (
         select position, user_id, content, sum(length(content)) over (order by position desc) as so_far from (
           select position, user_id, content from chat_messages
           where chat_session_id = ${session} and position <= ${upTo} and deleted_at is null
           order by position desc limit ${messagesMax}
         ) newest
       ) counted where so_far <= ${budget} or so_far = length(content)
     ) as newest,
     (
       select json_build_array(position, user_id is not null, content) from chat_messages
       where chat_session_id = ${session} and position <= ${upTo} and deleted_at is null order by position limit 1
     ) as opening`

/** As the prompt takes it: the opening, then the newest, oldest first. */
export const historyOf = ({ opening, newest }: HistoryRow): (Said & { position: number })[] => {
  const history = (newest ?? []).sort(([one], [other]) => one - other)
  if (opening && history[0]?.[0] !== opening[0]) history.unshift(opening)
  return history.map(([position, isUser, content]) => ({ position, isUser, content }))
}
