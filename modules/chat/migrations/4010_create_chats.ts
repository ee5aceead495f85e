import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * No foreign keys and few indexes on what every reply writes: each message and reply is inserted from the row of its session,
 * in one statement that has locked it, and a session leaves the table only with its account, under that lock. Each index here was weighed against its
 * cost in every reply; the running ones are few, so the one over them serves owners too. What a single column may hold is its type:
 * a table's checks are read anew by every statement that writes it, a type's are remembered.
 */

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      create table chat_sessions (
        id uuid primary key default uuidv7(),
        user_id uuid not null,
        character_id uuid not null,
        next_position integer not null default 0,
        messages_written integer not null default 0,
        created_at timestamptz not null default now(),
        last_message_at timestamptz not null default now(),
        opened_at timestamptz not null default now(),
        deleted_at timestamptz,
        title text,
        pins text[] not null default '{}'
      ) with (fillfactor = 80);
      create index chat_sessions_by_user on chat_sessions (user_id, last_message_at desc, id desc)
        where deleted_at is null and messages_written > 0;
      create unique index chat_sessions_one_unwritten on chat_sessions (user_id, character_id)
        where messages_written = 0 and deleted_at is null;
      create index chat_sessions_deleted on chat_sessions (user_id) where deleted_at is not null;
      create index chat_sessions_by_character on chat_sessions (user_id, character_id) where deleted_at is null;

      create domain reply_cost as integer constraint reply_cost_not_negative check (value >= 0);
      create domain reply_state as text
        constraint reply_state_known check (value in ('running', 'written', 'stopped', 'broken_off', 'failed'));
      create domain chat_message_state as text
        constraint chat_message_state_known check (value in ('complete', 'stopped', 'broken_off'));
      create domain reply_kind as text constraint reply_kind_known check (value in ('reply', 'reroll', 'continue'));

      create table chat_messages (
        id uuid primary key,
        chat_session_id uuid not null,
        position integer not null,
        -- Who wrote it; null: the character.
        user_id uuid,
        content text not null,
        ruby_cost reply_cost not null default 0,
        state chat_message_state not null default 'complete',
        client_message_id text,
        -- The latest reply to a user's message.
        reply_id uuid,
        created_at timestamptz not null default clock_timestamp(),
        -- The tier that wrote an answer, and whether its length cut it.
        tier text,
        is_cut boolean not null default false,
        -- Of several answers, the one that counts as said and stands in this row; null while there is one.
        answer_id uuid,
        edited_at timestamptz,
        deleted_at timestamptz,
        constraint chat_messages_position_unique unique (chat_session_id, position)
      );
      create unique index chat_messages_client_message_id_unique on chat_messages (user_id, client_message_id)
        where client_message_id is not null;

      create table replies (
        id uuid primary key,
        chat_session_id uuid not null,
        user_id uuid not null,
        user_message_id uuid not null,
        message_id uuid not null,
        position integer not null,
        kind reply_kind not null default 'reply',
        tier text not null,
        cost reply_cost not null,
        state reply_state not null default 'running',
        owner uuid not null,
        stop_requested_at timestamptz,
        error_code text,
        created_at timestamptz not null default now(),
        ended_at timestamptz,
        -- How long its first text took, where there was one.
        first_text_ms integer,
        -- Of a continuation: the answer that it goes on with, and how many characters that had.
        continues uuid,
        continues_at integer,
        constraint replies_ended check ((state = 'running') = (ended_at is null))
      ) with (fillfactor = 80);
      create unique index replies_one_running_per_session on replies (chat_session_id) where state = 'running';
      create index replies_by_user on replies (user_id, created_at desc);

      -- All answers of a message that has several. The first one bears the id of the message, the others those of their replies;
      -- they come in the order of the positions that their replies were given.
      create table chat_message_alternates (
        id uuid primary key,
        message_id uuid not null,
        position integer not null,
        content text not null,
        ruby_cost reply_cost not null,
        state chat_message_state not null,
        tier text,
        is_cut boolean not null,
        created_at timestamptz not null default clock_timestamp(),
        edited_at timestamptz,
        constraint chat_message_alternates_position_unique unique (message_id, position)
      );

      -- The callers' keys of rerolls and continuations, each with its latest reply. Those of sends stand in their messages.
      create table rewrite_keys (
        user_id uuid not null,
        client_message_id text not null,
        kind reply_kind not null,
        message_id uuid not null,
        reply_id uuid not null,
        constraint rewrite_keys_pkey primary key (user_id, client_message_id)
      );

      create table reply_parts (
        reply_id uuid not null,
        seq integer not null,
        text text not null,
        primary key (reply_id, seq)
      );

      create table reply_owners (
        id uuid primary key,
        instance text not null,
        started_at timestamptz not null default now(),
        lease_until timestamptz not null
      ) with (fillfactor = 50);
    `)
  }

  override async down() {
    this.schema.raw(
      'drop table reply_owners, reply_parts, rewrite_keys, chat_message_alternates, replies, chat_messages, chat_sessions'
    )
    this.schema.raw('drop domain reply_cost, reply_state, reply_kind, chat_message_state')
  }
}
