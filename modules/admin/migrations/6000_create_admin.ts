import { BaseSchema } from '@adonisjs/lucid/schema'

/** The audit log, and imports of cards by admins. */
export default class extends BaseSchema {
  override async up() {
    /*
     * The actions of admins and of the operator. Ids are in the order of time, so the primary key is the order of the list.
     * The table has no foreign keys, because its rows outlive their actors and subjects.
     */
    this.schema.raw(`
      CREATE TABLE admin_acts (
        id uuid NOT NULL DEFAULT uuidv7(),
        -- null: the operator, at the command line
        actor_id uuid,
        actor_name text,
        actor_email text,
        kind text NOT NULL,
        subject_type text NOT NULL,
        subject_id uuid,
        subject_name text NOT NULL,
        before jsonb NOT NULL,
        after jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT admin_acts_pkey PRIMARY KEY (id),
        CONSTRAINT admin_acts_kind_well_formed CHECK (kind ~ '^[a-z_]{1,40}$'),
        CONSTRAINT admin_acts_subject_known CHECK (subject_type IN ('user', 'character', 'characters', 'ledger', 'model')),
        CONSTRAINT admin_acts_actor_named
          CHECK ((actor_id IS NULL) = (actor_name IS NULL) AND (actor_id IS NULL) = (actor_email IS NULL))
      )
    `)
    this.schema.raw(`
      CREATE FUNCTION admin_act_text(actor_name text, actor_email text, kind text, subject_name text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(
        coalesce(actor_name || chr(31) || actor_email, 'operator') || chr(31) ||
        kind || chr(31) || replace(kind, '_', ' ') || chr(31) || subject_name)
    `)
    const text = 'admin_act_text(actor_name, actor_email, kind, subject_name)'
    this.schema.raw(`CREATE INDEX admin_acts_text ON admin_acts USING gin (${text} gin_trgm_ops)`)
    this.schema.raw(`CREATE INDEX admin_acts_pairs ON admin_acts USING gin (search_pairs(${text}))`)
    /*
     * The planner chooses between an index and a scan of the newest rows by how common a text is. Without these statistics it assumes that
     * every text is rare.
     */
    this.schema.raw(`CREATE STATISTICS admin_acts_text_words ON (${text}) FROM admin_acts`)
    this.schema.raw('ALTER STATISTICS admin_acts_text_words SET STATISTICS 400')
    this.schema.raw('ALTER INDEX admin_acts_pairs ALTER COLUMN 1 SET STATISTICS 400')

    /* For finding the rows that name a user who deletes the account. */
    this.schema.raw('CREATE INDEX admin_acts_by_actor ON admin_acts (actor_id) WHERE actor_id IS NOT NULL')
    this.schema.raw('CREATE INDEX admin_acts_by_subject ON admin_acts (subject_id) WHERE subject_id IS NOT NULL')

    /* The rows are append-only. The only allowed update replaces the names of deleted accounts. */
    this.schema.raw(`
      CREATE FUNCTION admin_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        v_names text[] := ARRAY['actor_name', 'actor_email', 'subject_name'];
      BEGIN
        IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - v_names = to_jsonb(OLD) - v_names
          AND ((NEW.actor_name, NEW.actor_email) IS NOT DISTINCT FROM (OLD.actor_name, OLD.actor_email)
            OR (NEW.actor_name, NEW.actor_email) = ('a deleted account', ''))
          AND NEW.subject_name IN (OLD.subject_name, 'a deleted account')
        THEN
          RETURN NEW;
        END IF;
        RAISE EXCEPTION 'The audit log is append-only: % on % is refused.', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only', TABLE = TG_TABLE_NAME;
      END $$
    `)
    this.schema.raw(`
      CREATE TRIGGER admin_acts_append_only BEFORE DELETE OR TRUNCATE ON admin_acts
      FOR EACH STATEMENT EXECUTE FUNCTION admin_refuse_rewriting()
    `)
    this.schema.raw(`
      CREATE TRIGGER admin_acts_rewrite_nothing BEFORE UPDATE ON admin_acts
      FOR EACH ROW EXECUTE FUNCTION admin_refuse_rewriting()
    `)

    /* Imports of cards by admins. Their state and progress are those of the job with the same id. */
    this.schema.raw(`
      CREATE TABLE card_imports (
        id uuid NOT NULL,
        -- owns the imported characters
        actor_id uuid NOT NULL,
        -- name and bytes of each; the store has them under their number
        files jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- when the uploaded files were removed
        removed_at timestamptz,
        CONSTRAINT card_imports_pkey PRIMARY KEY (id)
      )
    `)
    this.schema.raw('CREATE INDEX card_imports_actor ON card_imports (actor_id)')
    this.schema.raw('CREATE INDEX card_imports_stored ON card_imports (id) WHERE removed_at IS NULL')
    this.schema.raw(`
      CREATE TABLE card_import_files (
        import_id uuid NOT NULL,
        n bigint GENERATED ALWAYS AS IDENTITY,
        -- a finished file, which a later run leaves out
        file text NOT NULL,
        -- null for a JSON list without refused entries
        outcome json,
        CONSTRAINT card_import_files_pkey PRIMARY KEY (import_id, n),
        CONSTRAINT card_import_files_import FOREIGN KEY (import_id) REFERENCES card_imports ON DELETE CASCADE
      )
    `)
  }
}
