/** SQL for the parent of a branch, as the JSON of `ChatSession['parent']`. Null for other chats, and if the parent was deleted. */
export const parentOf = (session: string, user: string) => `(
  SELECT json_build_object('sessionId', parent.id, 'messageId', branch.parent_message_id, 'title', parent.title)
  FROM chat_branches branch
  CROSS JOIN LATERAL (SELECT id, title, deleted_at FROM chat_sessions WHERE user_id = branch.user_id AND id = branch.parent_session_id OFFSET 0) parent
  WHERE branch.user_id = ${user} AND branch.chat_session_id = ${session} AND parent.deleted_at IS NULL
)`

/** SQL for the branches of a chat, as the JSON of `ChatData['branches']`, oldest first. Null without branches. */
export const branchesOf = (session: string, user: string) => `(
  SELECT json_agg(json_build_object('sessionId', child.id, 'messageId', branch.parent_message_id, 'title', child.title) ORDER BY child.id)
  FROM chat_branches branch
  CROSS JOIN LATERAL (SELECT id, title, deleted_at FROM chat_sessions WHERE user_id = branch.user_id AND id = branch.chat_session_id OFFSET 0) child
  WHERE branch.user_id = ${user} AND branch.parent_session_id = ${session} AND child.deleted_at IS NULL
)`
