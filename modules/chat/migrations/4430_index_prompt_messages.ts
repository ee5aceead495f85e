import { BaseSchema } from '@adonisjs/lucid/schema'

/** Lets `chat_history` skip hidden and deleted messages. A chat may have any number of them, and each prompt would read them all. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`CREATE INDEX chat_messages_in_prompts ON chat_messages (chat_session_id, position)
      WHERE deleted_at IS NULL AND hidden_at IS NULL`)
  }

  override async down() {
    this.schema.raw('DROP INDEX chat_messages_in_prompts')
  }
}
