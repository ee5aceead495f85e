import { BaseSchema } from '@adonisjs/lucid/schema'

/** Indexes that find deleted chats and messages by the time of their deletion. Neither index contains rows that are not deleted. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      -- Since when nothing that was said in it is kept; what it cost and how much was written stays counted.
      alter table chat_sessions add column purged_at timestamptz;
      create index chat_sessions_to_purge on chat_sessions (deleted_at) where deleted_at is not null and purged_at is null;
      create index chat_messages_to_purge on chat_messages (deleted_at) where deleted_at is not null;
    `)
  }

  override async down() {
    this.schema.raw('drop index chat_messages_to_purge, chat_sessions_to_purge')
    this.schema.raw('alter table chat_sessions drop column purged_at')
  }
}
