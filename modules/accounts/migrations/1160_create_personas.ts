import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The personas of users except their default ones. A default persona stays in the columns of its user, which every request reads with the
 * session, and which processes of the previous release read and write. A change of the default exchanges the contents and ids of both rows.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE users
        -- Of the default persona. Null: it is the account's first one, which has the id of its user
        ADD COLUMN persona_id uuid,
        ADD COLUMN persona_lorebook_ids uuid[] NOT NULL DEFAULT '{}'
    `)
    this.schema.raw(`
      CREATE TABLE personas (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        name text,
        description text,
        avatar text,
        personality text,
        background text,
        lorebook_ids uuid[] NOT NULL DEFAULT '{}'
      )
    `)
    this.schema.raw('CREATE INDEX personas_user_index ON personas (user_id, id)')
    // For prompts. Null for the default persona, for one of another user and for one that is gone.
    this.schema.raw(`
      CREATE FUNCTION accounts_persona(p_user uuid, p_persona uuid) RETURNS jsonb LANGUAGE sql STABLE STRICT AS $$
        SELECT jsonb_build_object('id', id, 'name', name, 'avatar', avatar, 'description', description,
          'personality', personality, 'background', background, 'lorebookIds', lorebook_ids)
        FROM personas WHERE id = p_persona AND user_id = p_user
      $$`)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION accounts_persona(uuid, uuid)')
    this.schema.raw('DROP TABLE personas')
    this.schema.raw('ALTER TABLE users DROP COLUMN persona_id, DROP COLUMN persona_lorebook_ids')
  }
}
