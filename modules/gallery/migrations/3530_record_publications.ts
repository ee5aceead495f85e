import { BaseSchema } from '@adonisjs/lucid/schema'

/** When characters became public for the first time, the order of a creator's characters, and blocks between two people. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN published_at timestamptz(3)')
    /*
     * A trigger, because processes of the previous release publish characters meanwhile. Rows from before have no date until their
     * visibility changes. A public one then gets that of its creation, so that publishing it again isn't its first time.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_record_publication() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            IF NEW.is_public THEN NEW.published_at := NEW.created_at; END IF;
          ELSIF NEW.published_at IS NULL THEN
            IF OLD.is_public THEN NEW.published_at := OLD.created_at;
            ELSIF NEW.is_public THEN NEW.published_at := now();
            END IF;
          END IF;
          RETURN NEW;
        END
      $$`)
    this.schema.raw(`
      CREATE TRIGGER characters_record_publication BEFORE INSERT OR UPDATE OF is_public ON characters
      FOR EACH ROW EXECUTE FUNCTION gallery_record_publication()`)
    this.schema.raw(`
      CREATE INDEX characters_of_creator ON characters (created_by, (coalesce(published_at, created_at)) DESC, id DESC)
      INCLUDE (is_nsfw) WHERE is_public AND deleted_at IS NULL`)
    // Whether one of two users blocks the other.
    this.schema.raw(`
      CREATE FUNCTION gallery_are_blocked(p_one uuid, p_other uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
        BEGIN
          RETURN EXISTS (SELECT FROM hidings WHERE user_id = p_one AND kind = 'person' AND id = p_other)
            OR EXISTS (SELECT FROM hidings WHERE user_id = p_other AND kind = 'person' AND id = p_one);
        END
      $$`)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION gallery_are_blocked')
    this.schema.raw('DROP INDEX characters_of_creator')
    this.schema.raw('DROP TRIGGER characters_record_publication ON characters')
    this.schema.raw('DROP FUNCTION gallery_record_publication')
    this.schema.raw('ALTER TABLE characters DROP COLUMN published_at')
  }
}
