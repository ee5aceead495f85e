import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How many public characters carry each tag. Writers append what changed and never wait for each other; the folding timer
 * adds it up. `open_uses` leaves adult characters out, for those who may not see them.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE character_tags (
        key text CONSTRAINT character_tags_pkey PRIMARY KEY,
        spelling text NOT NULL,
        uses int NOT NULL,
        open_uses int NOT NULL
      )`)
    this.schema.raw(`CREATE INDEX character_tags_by_uses ON character_tags (uses DESC, key) WHERE uses > 0`)
    this.schema.raw(
      `CREATE INDEX character_tags_by_open_uses ON character_tags (open_uses DESC, key) WHERE open_uses > 0`
    )

    this.schema.raw(`
      CREATE TABLE character_tag_increments (
        spelling text NOT NULL,
        uses int NOT NULL,
        open_uses int NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`)

    this.schema.raw(`
      CREATE FUNCTION gallery_count_tags_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO character_tag_increments
        SELECT tag, count(*), count(*) FILTER (WHERE NOT is_nsfw)
        FROM made CROSS JOIN unnest(tags) AS tag
        WHERE is_public AND deleted_at IS NULL
        GROUP BY tag;
        RETURN NULL;
      END $$`)
    this.schema.raw(`
      CREATE TRIGGER characters_count_tags_of_new AFTER INSERT ON characters
      REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION gallery_count_tags_of_new()`)

    this.schema.raw(`
      CREATE FUNCTION gallery_count_tags_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.is_public AND OLD.deleted_at IS NULL THEN
          INSERT INTO character_tag_increments
          SELECT tag, -1, CASE WHEN OLD.is_nsfw THEN 0 ELSE -1 END FROM unnest(OLD.tags) AS tag;
        END IF;
        IF TG_OP = 'UPDATE' AND NEW.is_public AND NEW.deleted_at IS NULL THEN
          INSERT INTO character_tag_increments
          SELECT tag, 1, CASE WHEN NEW.is_nsfw THEN 0 ELSE 1 END FROM unnest(NEW.tags) AS tag;
        END IF;
        RETURN NULL;
      END $$`)
    /* Only these columns matter: folding the popularity in must not come by here. */
    this.schema.raw(`
      CREATE TRIGGER characters_count_tags_of_changed AFTER UPDATE OF tags, is_nsfw, is_public, deleted_at ON characters
      FOR EACH ROW EXECUTE FUNCTION gallery_count_tags_of_changed()`)
    this.schema.raw(`
      CREATE TRIGGER characters_count_tags_of_gone AFTER DELETE ON characters
      FOR EACH ROW EXECUTE FUNCTION gallery_count_tags_of_changed()`)
  }

  override async down() {
    this.schema.raw(`DROP TRIGGER characters_count_tags_of_new ON characters`)
    this.schema.raw(`DROP TRIGGER characters_count_tags_of_changed ON characters`)
    this.schema.raw(`DROP TRIGGER characters_count_tags_of_gone ON characters`)
    this.schema.raw(`DROP FUNCTION gallery_count_tags_of_changed, gallery_count_tags_of_new`)
    this.schema.raw(`DROP TABLE character_tag_increments, character_tags`)
  }
}
