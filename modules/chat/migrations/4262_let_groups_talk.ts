import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Several turns of a group chat that the server takes by itself, one after another. `talk_id` is null without such a talk. Each turn
 * decrements `turns_left` when it begins, so that two processes can't begin the same one.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE chat_groups ADD COLUMN talk_id uuid,
        -- How many the user asked for
        ADD COLUMN talk_turns integer NOT NULL DEFAULT 0,
        -- After the one that has begun last
        ADD COLUMN turns_left integer NOT NULL DEFAULT 0;
    `)
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_groups DROP COLUMN talk_id, DROP COLUMN talk_turns, DROP COLUMN turns_left')
  }
}
