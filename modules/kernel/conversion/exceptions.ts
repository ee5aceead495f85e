import type { Exceptions } from '../rebuild/copy_plan.ts'

const inChat = {
  join: 'JOIN old.chat_sessions s ON s.id = o.chat_session_id',
  columns: { user_id: 's.user_id' },
}

/** Sources of new columns, and the earlier tables and columns that end here. All others are copied by their names. */
export const exceptions: Exceptions = {
  tables: {
    user_emails: { from: 'users', columns: { email_key: 'lower(o.email)', user_id: 'o.id' } },
    user_names: {
      from: 'users',
      where: 'o.username IS NOT NULL',
      columns: {
        username_key: 'lower(o.username)',
        skeleton: 'accounts_username_skeleton(o.username)',
        user_id: 'o.id',
      },
    },
    chat_messages: { join: inChat.join, columns: { user_id: 's.user_id', author_id: 'o.user_id' } },
    // Answers, parts and drafts have no foreign key. Without what they belong to, they can't be read.
    chat_message_alternates: {
      join: 'JOIN old.chat_messages m ON m.id = o.message_id JOIN old.chat_sessions s ON s.id = m.chat_session_id',
      where: 'EXISTS (SELECT FROM old.chat_messages m WHERE m.id = o.message_id)',
      columns: { user_id: 's.user_id' },
    },
    reply_parts: {
      join: 'JOIN old.replies r ON r.id = o.reply_id',
      where: 'EXISTS (SELECT FROM old.replies r WHERE r.id = o.reply_id)',
      columns: { user_id: 'r.user_id' },
    },
    chat_drafts: { ...inChat, where: 'EXISTS (SELECT FROM old.chat_sessions s WHERE s.id = o.chat_session_id)' },
    chat_facts: inChat,
    chat_group_members: inChat,
    chat_groups: inChat,
    chat_import_lines: inChat,
    chat_imports: inChat,
    chat_settings: inChat,
    chat_summaries: inChat,
    kept_prompts: { ...inChat, where: 'EXISTS (SELECT FROM old.chat_sessions s WHERE s.id = o.chat_session_id)' },
    prompt_texts: { ...inChat, where: 'EXISTS (SELECT FROM old.chat_sessions s WHERE s.id = o.chat_session_id)' },
  },
  dropped: [],
}
