import { BaseSchema } from '@adonisjs/lucid/schema'

/** The chat's own scenario and instructions, which replace those of its characters in its prompts. Null: the characters' own. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_settings ADD COLUMN scenario text, ADD COLUMN system_prompt text')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_settings DROP COLUMN scenario, DROP COLUMN system_prompt')
  }
}
