import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * Removes a user from the gallery when the account is deleted. Private characters are deleted. Public ones keep their row, because other
 * users' chats refer to it, but lose its content: all texts, pictures and the owner.
 *
 * The function locks the counters first and in one order, and no folding runs meanwhile, so that it can't deadlock with concurrent likes,
 * messages or folding. The second run has only the unused tags left to delete.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_forget_person(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        v_nobody constant uuid := '00000000-0000-0000-0000-000000000000';
        v_written uuid[];
      BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended('gallery.fold', 0));
        SELECT array_agg(id) INTO v_written FROM characters WHERE created_by = p_user;
        PERFORM FROM character_counters WHERE character_id IN (
          SELECT unnest(v_written) UNION SELECT character_id FROM character_likes WHERE user_id = p_user
        ) ORDER BY character_id FOR UPDATE;

        WITH taken AS (
          DELETE FROM character_likes WHERE user_id = p_user RETURNING character_id
        ), counted AS (
          UPDATE character_counters c SET likes = c.likes - 1 FROM taken WHERE c.character_id = taken.character_id
        )
        INSERT INTO character_counter_increments SELECT character_id, 0 FROM taken;

        DELETE FROM character_comments WHERE user_id = p_user;
        DELETE FROM characters WHERE id = ANY (v_written) AND NOT is_public;
        UPDATE characters SET
          deleted_at = coalesce(deleted_at, now()), created_by = v_nobody, name = 'Deleted Character', description = '', avatar = NULL,
          background = NULL, category = 'General', tags = '{}', backstory = '', personality = '', first_message = '', greeting = '',
          scenario = ''
        WHERE id = ANY (v_written) AND is_public;

        -- What is counted off here is folded by the second time.
        DELETE FROM character_tags WHERE uses = 0 AND open_uses = 0;
      END $$
    `)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION gallery_forget_person(uuid)')
  }
}
