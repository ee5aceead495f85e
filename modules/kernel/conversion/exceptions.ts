import type { Exceptions, TableException } from '../rebuild/copy_plan.ts'

/** Rows of a chat. Without the chat, which only its account takes with it, no user can read them. */
const ofChat: TableException = {
  join: 'JOIN old.chat_sessions s ON s.id = o.chat_session_id',
  where: 'EXISTS (SELECT FROM old.chat_sessions s WHERE s.id = o.chat_session_id)',
  columns: { user_id: 's.user_id' },
}

const ofOrder: TableException = {
  join: 'JOIN old.ruby_orders r ON r.id = o.order_id',
  columns: { user_id: 'r.user_id' },
}

const ofOwner: TableException = { columns: { user_id: 'o.owner_id' } }

const nilUuid = `'00000000-0000-0000-0000-000000000000'::uuid`

/** Sources of new columns, new tables, and the earlier tables and columns that end here. All others are copied by their names. */
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

    lorebooks: ofOwner,
    lorebook_entries: { join: 'JOIN old.lorebooks b ON b.id = o.lorebook_id', columns: { user_id: 'b.owner_id' } },

    chat_messages: { ...ofChat, columns: { user_id: 's.user_id', author_id: 'o.user_id' } },
    chat_message_alternates: {
      join: 'JOIN old.chat_messages m ON m.id = o.message_id JOIN old.chat_sessions s ON s.id = m.chat_session_id',
      where:
        'EXISTS (SELECT FROM old.chat_messages m JOIN old.chat_sessions s ON s.id = m.chat_session_id WHERE m.id = o.message_id)',
      columns: { user_id: 's.user_id' },
    },
    reply_parts: {
      join: 'JOIN old.replies r ON r.id = o.reply_id',
      where: 'EXISTS (SELECT FROM old.replies r WHERE r.id = o.reply_id)',
      columns: { user_id: 'r.user_id' },
    },
    chat_drafts: ofChat,
    chat_facts: ofChat,
    chat_group_members: ofChat,
    chat_groups: ofChat,
    chat_import_lines: ofChat,
    chat_imports: { where: ofChat.where! },
    chat_settings: ofChat,
    chat_summaries: ofChat,
    kept_prompts: ofChat,
    prompt_texts: ofChat,
    // A transcript stays adopted after the account of its chat is deleted.
    demo_adoptions: {
      join: 'LEFT JOIN old.chat_sessions s ON s.id = o.chat_session_id',
      columns: { user_id: `coalesce(s.user_id, ${nilUuid})` },
    },

    ruby_accounts: {
      join: `LEFT JOIN (
        SELECT user_id, sum(rubies - taken_back) AS rubies FROM old.ruby_orders WHERE paid_at IS NOT NULL GROUP BY user_id
      ) bought ON bought.user_id = o.user_id`,
      columns: { bought: 'least(o.balance, coalesce(bought.rubies, 0))' },
    },
    ruby_payments: {
      from: 'ruby_orders',
      where: 'o.payment_reference IS NOT NULL',
      columns: { order_id: 'o.id' },
    },
    ruby_disputes: ofOrder,
    ruby_failed_refunds: ofOrder,
    ruby_refund_reports: ofOrder,
    card_files: ofOwner,
    card_known_hashes: ofOwner,
    card_lorebook_files: ofOwner,
    card_originals: ofOwner,

    // The check of the ledger begins anew.
    ledger_check_progress: {
      columns: {
        started_at: 'NULL',
        after_id: nilUuid,
        took_ms: '0',
        accounts: '0',
        problem_count: '0',
        problems: `'[]'`,
      },
    },
  },
  added: [
    'access_tokens',
    'agreements',
    'announcements',
    'blocked_pictures',
    'character_restrictions',
    'character_scripts',
    'character_voices',
    'chat_expressions',
    'chat_folders',
    'chat_pictures',
    'chat_search_marks',
    'chat_search_texts',
    'collected_characters',
    'collections',
    'content_sweeps',
    'creators',
    'drawn_pictures',
    'follows',
    'former_usernames',
    'hidings',
    'idempotency_keys',
    'invitations',
    'invited_users',
    'kept_speech',
    'machine_notice',
    'maintenance',
    'model_connections',
    'model_prices',
    'model_tiers',
    'notification_digests',
    'notification_settings',
    'notifications',
    'operator_alerts',
    'pending_accounts',
    'public_notices',
    'publication_reviews',
    'push_keys',
    'push_subscriptions',
    'reader_voices',
    'removed_chat_pictures',
    'report_appeals',
    'report_cases',
    'report_decisions',
    'reports',
    'ruby_code_batches',
    'ruby_codes',
    'ruby_networks',
    'share_accounts',
    'share_accruals',
    'sign_up_settings',
    'site_pages',
    'speech_turns',
    'statistics_cells',
    'statistics_progress',
    'usage_cells',
    'usage_progress',
    'waiting_activity',
    'waiting_list',
    'webhook_deliveries',
    'webhooks',
  ],
  dropped: [
    'ledger_check_progress.accounts',
    'ledger_check_progress.after_id',
    'ledger_check_progress.are_holds_off',
    'ledger_check_progress.holds_full_at',
    'ledger_check_progress.last_started_at',
    'ledger_check_progress.phase',
    'ledger_check_progress.problem_count',
    'ledger_check_progress.problems',
    'ledger_check_progress.started_at',
    'ledger_check_progress.took_ms',
    'ledger_check_progress.walks_all_holds',
  ],
}
