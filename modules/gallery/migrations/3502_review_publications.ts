import { BaseSchema } from '@adonisjs/lucid/schema'

/** Content that is judged before it is published, and the decisions of moderators. */
export default class extends BaseSchema {
  override async up() {
    for (const table of ['characters', 'character_comments'])
      this.schema.raw(
        `ALTER TABLE ${table} ADD COLUMN review text CONSTRAINT ${table}_review_known CHECK (review IN ('waiting', 'held', 'refused'))`
      )
    /* Not validated, because the rows from before have no review. The check of a large table would lock it. */
    this.schema.raw(
      'ALTER TABLE characters ADD CONSTRAINT characters_review_private CHECK (review IS NULL OR NOT is_public) NOT VALID'
    )
    /*
     * The latest review of each character, comment and profile. It stays after the decision, because a character that was held or refused
     * needs a moderator again when its owner changes it. `round` counts the times that it was looked at, so that a late judgment of an
     * earlier text changes nothing.
     */
    this.schema.raw(`
      CREATE TABLE publication_reviews (
        id uuid CONSTRAINT publication_reviews_pkey PRIMARY KEY DEFAULT uuidv7(),
        user_id uuid NOT NULL,
        -- Without either, it is the user's profile.
        character_id uuid CONSTRAINT publication_reviews_character REFERENCES characters (id) ON DELETE CASCADE,
        comment_id uuid CONSTRAINT publication_reviews_comment REFERENCES character_comments (id) ON DELETE CASCADE,
        subject_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(comment_id, character_id, user_id)) STORED
          CONSTRAINT publication_reviews_subject UNIQUE,
        state text NOT NULL
          CONSTRAINT publication_reviews_state_known CHECK (state IN ('waiting', 'held', 'refused', 'approved')),
        -- Why a person has to decide.
        causes text[] NOT NULL,
        is_escalated boolean NOT NULL GENERATED ALWAYS AS ('sexual/minors' = ANY (causes)) STORED,
        round int NOT NULL DEFAULT 1,
        job_id uuid,
        began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        reason text CONSTRAINT publication_reviews_reason_length CHECK (char_length(reason) <= 500),
        decided_by uuid,
        decided_at timestamptz,
        CONSTRAINT publication_reviews_one_subject CHECK (num_nonnulls(character_id, comment_id) <= 1),
        CONSTRAINT publication_reviews_minors_unpublished CHECK (state <> 'approved' OR NOT 'sexual/minors' = ANY (causes))
      )`)
    this.schema.raw(
      `CREATE INDEX publication_reviews_held ON publication_reviews (is_escalated DESC, id) WHERE state = 'held'`
    )
    this.schema.raw(
      `CREATE INDEX publication_reviews_waiting ON publication_reviews (began_at) WHERE state = 'waiting'`
    )
    this.schema.raw('CREATE INDEX publication_reviews_by_user ON publication_reviews (user_id)')
    this.schema.raw(
      'CREATE INDEX publication_reviews_of_character ON publication_reviews (character_id) WHERE character_id IS NOT NULL'
    )
    this.schema.raw(
      'CREATE INDEX publication_reviews_of_comment ON publication_reviews (comment_id) WHERE comment_id IS NOT NULL'
    )
  }
}
