import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Likes and messages, away from the characters: their rows carry many indexes, and counting in them would rewrite all of
 * those each time. Messages are appended as increments, which nobody waits for, and folded in by a timer.
 */
export default class extends BaseSchema {
  override async up() {
    /* No index but the key, and room in each page, so that an update stays in its page (HOT). */
    this.schema.raw(`
      CREATE TABLE character_counters (
        character_id uuid CONSTRAINT character_counters_pkey PRIMARY KEY
          CONSTRAINT character_counters_character REFERENCES characters (id) ON DELETE CASCADE,
        likes int NOT NULL DEFAULT 0 CONSTRAINT character_counters_likes_not_negative CHECK (likes >= 0),
        messages int NOT NULL DEFAULT 0 CONSTRAINT character_counters_messages_not_negative CHECK (messages >= 0)
      ) WITH (fillfactor = 60)`)

    this.schema.raw(`
      CREATE FUNCTION gallery_open_counters() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO character_counters (character_id) SELECT id FROM made;
        RETURN NULL;
      END $$`)
    this.schema.raw(`
      CREATE TRIGGER characters_open_counters AFTER INSERT ON characters
      REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION gallery_open_counters()`)

    /*
     * No key, no index, no foreign key: an append must cost nothing. An increment of 0 asks for the popularity alone.
     * Emptied every few seconds, so vacuum counts rows, not shares of a table that is nearly always empty.
     */
    this.schema.raw(`
      CREATE TABLE character_counter_increments (
        character_id uuid NOT NULL,
        messages int NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`)

    this.schema.raw(`
      CREATE FUNCTION gallery_count_messages(character_id uuid, added int) RETURNS void
      LANGUAGE sql VOLATILE
      BEGIN ATOMIC
        INSERT INTO character_counter_increments VALUES (character_id, added);
      END`)

    this.schema.raw(`
      CREATE TABLE character_likes (
        user_id uuid NOT NULL,
        character_id uuid NOT NULL
          CONSTRAINT character_likes_character REFERENCES characters (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT character_likes_pkey PRIMARY KEY (user_id, character_id)
      )`)
    this.schema.raw(`CREATE INDEX character_likes_character ON character_likes (character_id)`)

    /*
     * The counter's row is locked first: toggles of one character queue there, and each sees what the one before did.
     * No row for an unknown character.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_toggle_like(liking_user uuid, liked_character uuid) RETURNS TABLE (liked boolean, likes int)
      LANGUAGE plpgsql VOLATILE AS $$
      #variable_conflict use_column
      DECLARE now_liked boolean;
      BEGIN
        PERFORM 1 FROM character_counters WHERE character_id = liked_character FOR UPDATE;
        IF NOT FOUND THEN RETURN; END IF;
        DELETE FROM character_likes WHERE user_id = liking_user AND character_id = liked_character;
        now_liked := NOT FOUND;
        IF now_liked THEN
          INSERT INTO character_likes (user_id, character_id) VALUES (liking_user, liked_character);
        END IF;
        PERFORM gallery_count_messages(liked_character, 0);
        RETURN QUERY
          UPDATE character_counters AS counters
          SET likes = counters.likes + CASE WHEN now_liked THEN 1 ELSE -1 END
          WHERE counters.character_id = liked_character
          RETURNING now_liked, counters.likes;
      END $$`)
  }

  override async down() {
    this.schema.raw(`DROP FUNCTION gallery_toggle_like, gallery_count_messages`)
    this.schema.raw(`DROP TRIGGER characters_open_counters ON characters`)
    this.schema.raw(`DROP FUNCTION gallery_open_counters`)
    this.schema.raw(`DROP TABLE character_likes, character_counter_increments, character_counters`)
  }
}
