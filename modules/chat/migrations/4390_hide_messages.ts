import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Messages that users hide stay on the screen and in exports, but no prompt, summary or lorebook reads them. The time tells the view of an
 * earlier prompt which messages were hidden then.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_messages ADD COLUMN hidden_at timestamptz')
    this.schema.raw(replaceInHistory('m.deleted_at is null', 'm.deleted_at is null and m.hidden_at is null'))
  }

  override async down() {
    this.schema.raw(replaceInHistory('m.deleted_at is null and m.hidden_at is null', 'm.deleted_at is null'))
    this.schema.raw('ALTER TABLE chat_messages DROP COLUMN hidden_at')
  }
}

const replaceInHistory = (from: string, to: string) => `
  DO $do$ BEGIN
    EXECUTE replace(pg_get_functiondef('chat_history'::regproc), $text$${from}$text$, $text$${to}$text$);
  END $do$`
