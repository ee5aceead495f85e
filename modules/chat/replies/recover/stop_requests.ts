import type { ReplyContext } from '../run/reply_context.ts'

/**
 * Ends this process's replies that another process asked to stop, or whose chat or account was deleted. A missing row means a deleted
 * account. A reply that began while its account was being disabled has no stop request, so accounts are checked as well.
 */
export const applyStopRequests = async ({ hub, connection }: ReplyContext) => {
  const running = hub.all().map(({ identity }) => identity)
  if (running.length === 0) return
  const rows = await connection.query<{ id: string; deleted: boolean }>(
    `-- all users: the running replies of this process
     SELECT known.id, r.id IS NULL OR r.error_code IS NOT DISTINCT FROM 'deleted' OR s.deleted_at IS NOT NULL AS deleted
     FROM unnest($1::uuid[], $2::uuid[]) known (user_id, id) LEFT JOIN replies r ON r.user_id = known.user_id AND r.id = known.id
     LEFT JOIN chat_sessions s ON s.user_id = r.user_id AND s.id = r.chat_session_id AND r.stop_requested_at IS NOT NULL
     WHERE r.id IS NULL OR r.stop_requested_at IS NOT NULL OR r.error_code = 'deleted' OR accounts_is_disabled(r.user_id)`,
    [running.map(({ userId }) => userId), running.map(({ id }) => id)]
  )
  for (const { id, deleted } of rows) hub.find(id)?.end(deleted ? 'deleted' : 'stopped')
}
