import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * No foreign keys and few indexes on what every reply writes: each message and reply is inserted from the row of its session,
 * in one statement that has locked it, and sessions are never deleted from the table. Each index here was weighed against its
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
        deleted_at timestamptz
      ) with (fillfactor = 80);
      create index chat_sessions_by_user on chat_sessions (user_id, last_message_at desc, id desc)
        where deleted_at is null and messages_written > 0;
      create unique index chat_sessions_one_unwritten on chat_sessions (user_id, character_id)
        where messages_written = 0 and deleted_at is null;
      create index chat_sessions_by_character on chat_sessions (user_id, character_id) where deleted_at is null;

      create domain reply_cost as integer constraint reply_cost_not_negative check (value >= 0);
      create domain reply_state as text
        constraint reply_state_known check (value in ('running', 'written', 'stopped', 'broken_off', 'failed'));
      create domain chat_message_state as text
        constraint chat_message_state_known check (value in ('complete', 'stopped', 'broken_off'));

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
        kind text not null default 'reply',
        tier text not null,
        cost reply_cost not null,
        state reply_state not null default 'running',
        owner uuid not null,
        stop_requested_at timestamptz,
        error_code text,
        created_at timestamptz not null default now(),
        ended_at timestamptz,
        constraint replies_ended check ((state = 'running') = (ended_at is null))
      ) with (fillfactor = 80);
      create unique index replies_one_running_per_session on replies (chat_session_id) where state = 'running';
      create index replies_by_user on replies (user_id, created_at desc);

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
    this.schema.raw('drop table reply_owners, reply_parts, replies, chat_messages, chat_sessions')
    this.schema.raw('drop domain reply_cost, reply_state, chat_message_state')
  }
}
