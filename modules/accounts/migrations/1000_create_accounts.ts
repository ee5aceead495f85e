import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Users, their sessions and the other ways to prove who they are. */
export default class extends BaseSchema {
  override async up() {
    this.#createUsers()
    this.#createDirectories()
    this.#createPersonas()
    this.#createSessions()
    this.#createSecondFactors()
    this.#createLimits()
  }

  #createUsers() {
    this.schema.raw(`
      CREATE TABLE users (
        id uuid NOT NULL DEFAULT uuidv7(),
        email text NOT NULL,
        email_verified_at timestamptz,
        -- null: no sign-in with a password, as for the built-in account
        password_hash text,
        username text,
        first_name text,
        last_name text,
        profile_image_url text,
        limitless_enabled boolean NOT NULL DEFAULT false,
        is_admin boolean NOT NULL DEFAULT false,
        disabled_at timestamptz,
        -- The default persona, which every request reads with the session. The others are in \`personas\`: a change of the default
        -- exchanges the contents and ids of both rows. Without an id, it is the account's first one, which has the id of its user.
        persona_id uuid,
        persona_name text,
        persona_description text,
        persona_avatar text,
        persona_personality text,
        persona_background text,
        persona_lorebook_ids uuid[] NOT NULL DEFAULT '{}',
        -- Whether a second factor is asked for. It stands with the user, because a session begins under a lock on that row.
        second_factor_since timestamptz,
        -- How chats look to the user. Null: as designed.
        reading jsonb,
        -- How replies to the user are written: the name of a preset, or values. Null: as the model's tier says.
        sampling jsonb,
        -- The hosts whose pictures in messages the user has chosen to show.
        picture_hosts jsonb NOT NULL DEFAULT '[]',
        -- Whether the user is asked before another model answers in a chat.
        asks_before_new_models boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (id),
        CONSTRAINT users_email_length CHECK (char_length(email) BETWEEN 3 AND 254),
        CONSTRAINT users_username_length CHECK (char_length(username) BETWEEN 3 AND 30),
        CONSTRAINT users_username_characters CHECK (username ~ '^[A-Za-z0-9_-]+$')
      )
    `)
    // How many accounts were opened lately.
    this.schema.raw('CREATE INDEX users_by_age ON users (created_at)')

    // Admins find users by any part of their names, e-mail or username. Longer texts are found by trigrams, those of one and two
    // characters, and in scripts that pg_trgm may not know, by the pairs of characters that stand in them.
    this.schema.raw('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    this.schema.raw(`
      CREATE FUNCTION search_pairs(searched text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
      RETURN string_to_array(searched, NULL) || ARRAY(
        SELECT one || other
        FROM unnest(string_to_array(searched, NULL), (string_to_array(searched, NULL))[2:]) AS pair (one, other)
        WHERE other IS NOT NULL)
    `)
    this.schema.raw(`
      CREATE FUNCTION accounts_search_text(email text, username text, first_name text, last_name text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(
        email || chr(31) || coalesce(username, '') || chr(31) || coalesce(first_name || ' ', '') || coalesce(last_name, ''))
    `)
    const text = 'accounts_search_text(email, username, first_name, last_name)'
    this.schema.raw(`CREATE INDEX users_search_text ON users USING gin (${text} gin_trgm_ops)`)
    this.schema.raw(`CREATE INDEX users_search_pairs ON users USING gin (search_pairs(${text}))`)
    // How common a text is decides between an index and a walk through the newest users. Without these statistics, the planner assumes
    // that every text is rare.
    this.schema.raw(`CREATE STATISTICS users_search_text_words ON (${text}) FROM users`)
    this.schema.raw('ALTER STATISTICS users_search_text_words SET STATISTICS 400')
    this.schema.raw('ALTER INDEX users_search_pairs ALTER COLUMN 1 SET STATISTICS 400')

    // For statements of other modules that must know it as it is now, and not as it was when a call was let in.
    this.schema.raw(`
      CREATE FUNCTION accounts_is_disabled(p_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM users WHERE id = p_user AND disabled_at IS NOT NULL)
      $$
    `)
    // The names that other users see. No row for a deleted account. Simple enough for PostgreSQL to inline it.
    this.schema.raw(`
      CREATE FUNCTION accounts_public_names(p_user uuid) RETURNS TABLE (username text, first_name text)
      LANGUAGE sql STABLE AS $$
        SELECT username, first_name FROM users WHERE id = p_user
      $$
    `)

    // Accounts that were deleted and have yet to be cleaned up once more, for what a call under way at that moment left behind.
    this.schema.raw(`
      CREATE TABLE closed_accounts (
        user_id uuid NOT NULL,
        closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT closed_accounts_pkey PRIMARY KEY (user_id)
      )
    `)
    // Keyed hashes of the e-mails of deleted accounts, and of e-mails that users gave up for another one. They are kept for a year, so
    // that the welcome rubies are granted once per e-mail.
    this.schema.raw(`
      CREATE TABLE released_emails (
        email_hash bytea NOT NULL,
        released_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT released_emails_pkey PRIMARY KEY (email_hash)
      )
    `)
    this.schema.raw('CREATE INDEX released_emails_by_time ON released_emails (released_at)')
  }

  /** E-mails and usernames, which are unique over all users. A trigger keeps them, so no writer can forget it. */
  #createDirectories() {
    this.schema.raw(`
      CREATE TABLE user_emails (
        -- in lower case
        email_key text NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT user_emails_pkey PRIMARY KEY (email_key)
      )
    `)
    this.schema.raw(`
      CREATE TABLE user_names (
        -- in lower case
        username_key text NOT NULL,
        skeleton text NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT user_names_pkey PRIMARY KEY (username_key)
      )
    `)
    // Not unique, because stored names stay.
    this.schema.raw('CREATE INDEX user_names_skeleton ON user_names (skeleton)')
    // One spelling for usernames that look alike: Unicode's confusables.txt among the characters that a username may have.
    this.schema.raw(`
      CREATE FUNCTION accounts_username_skeleton(username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN translate(replace(lower(replace(username, 'I', 'l')), 'rn', 'm'), '01', 'ol')
    `)
    // OLD is null for an insert, NEW for a delete.
    this.schema.raw(`
      CREATE FUNCTION accounts_keep_directories() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.email IS DISTINCT FROM OLD.email THEN
          DELETE FROM user_emails WHERE email_key = lower(OLD.email);
          INSERT INTO user_emails (email_key, user_id) SELECT lower(NEW.email), NEW.id WHERE NEW.email IS NOT NULL;
        END IF;
        IF NEW.username IS DISTINCT FROM OLD.username THEN
          DELETE FROM user_names WHERE username_key = lower(OLD.username);
          INSERT INTO user_names (username_key, skeleton, user_id)
          SELECT lower(NEW.username), accounts_username_skeleton(NEW.username), NEW.id WHERE NEW.username IS NOT NULL;
        END IF;
        RETURN NULL;
      END $$
    `)
    this.schema.raw(`
      CREATE TRIGGER users_keep_directories AFTER INSERT OR UPDATE OF email, username OR DELETE ON users
      FOR EACH ROW EXECUTE FUNCTION accounts_keep_directories()
    `)
  }

  /** All personas but the default ones. */
  #createPersonas() {
    this.schema.raw(
      privateTable(
        'personas',
        `
        user_id uuid NOT NULL CONSTRAINT personas_user_fkey REFERENCES users (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        name text,
        description text,
        avatar text,
        personality text,
        background text,
        lorebook_ids uuid[] NOT NULL DEFAULT '{}',
        CONSTRAINT personas_pkey PRIMARY KEY (user_id, id)
        `
      )
    )
    // For prompts. Null for the default persona, for one of another user and for one that is gone.
    this.schema.raw(`
      CREATE FUNCTION accounts_persona(p_user uuid, p_persona uuid) RETURNS jsonb LANGUAGE sql STABLE STRICT AS $$
        SELECT jsonb_build_object('id', id, 'name', name, 'avatar', avatar, 'description', description,
          'personality', personality, 'background', background, 'lorebookIds', lorebook_ids)
        FROM personas WHERE user_id = p_user AND id = p_persona
      $$
    `)
  }

  #createSessions() {
    this.schema.raw(`
      CREATE TABLE auth_sessions (
        -- SHA-256 of the cookie's token, so that reading this table signs in to no account
        token_hash bytea NOT NULL,
        -- by which its owner ends it; the token's hash leaves the server in no form
        id uuid NOT NULL DEFAULT uuidv7(),
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        touched_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        -- when its owner last showed who they are: at the sign-in, or since
        proven_at timestamptz NOT NULL DEFAULT now(),
        -- in words, such as 'Firefox on Linux'; null: unknown
        device text,
        CONSTRAINT auth_sessions_pkey PRIMARY KEY (token_hash),
        CONSTRAINT auth_sessions_token_hash_length CHECK (octet_length(token_hash) = 32),
        CONSTRAINT auth_sessions_device_length CHECK (char_length(device) <= 80),
        CONSTRAINT auth_sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw('CREATE INDEX auth_sessions_user ON auth_sessions (user_id)')
    this.schema.raw('CREATE INDEX auth_sessions_expires_at ON auth_sessions (expires_at)')
    this.schema.raw('CREATE UNIQUE INDEX auth_sessions_id_unique ON auth_sessions (id)')

    this.schema.raw(`
      CREATE TABLE user_identities (
        issuer text NOT NULL,
        -- the user's permanent id at that issuer; their e-mail there may change
        subject text NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- seen on our Discord server
        guild_member_seen_at timestamptz,
        -- encrypted, and only until they were seen there or it expires
        guild_token text,
        guild_token_expires_at timestamptz,
        CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject),
        CONSTRAINT user_identities_one_per_issuer UNIQUE (user_id, issuer),
        CONSTRAINT user_identities_issuer_length CHECK (char_length(issuer) BETWEEN 1 AND 500),
        CONSTRAINT user_identities_subject_length CHECK (char_length(subject) BETWEEN 1 AND 255),
        CONSTRAINT user_identities_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)

    this.schema.raw(`
      CREATE TABLE sign_in_attempts (
        -- SHA-256 of the state that travels through the provider
        state_hash bytea NOT NULL,
        -- SHA-256 of the cookie of the browser that began it
        browser_hash bytea NOT NULL,
        provider text NOT NULL,
        nonce text NOT NULL,
        verifier text NOT NULL,
        next text NOT NULL,
        -- whose account gets another way in; null for a sign-in
        link_user_id uuid,
        -- whether a signed-in user shows again who they are, and neither signs in nor links
        is_proof boolean NOT NULL DEFAULT false,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (state_hash),
        CONSTRAINT sign_in_attempts_user_fkey FOREIGN KEY (link_user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw('CREATE INDEX sign_in_attempts_expires_at ON sign_in_attempts (expires_at)')
    this.schema.raw('CREATE INDEX sign_in_attempts_link_user ON sign_in_attempts (link_user_id)')

    // Links in mails: they reset a forgotten password, or verify an address.
    this.schema.raw(`
      CREATE TABLE email_tokens (
        -- SHA-256 of the token in the link
        token_hash bytea NOT NULL,
        user_id uuid NOT NULL,
        purpose text NOT NULL,
        -- the address that it was sent to; worthless once the account has another one
        email text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash),
        CONSTRAINT email_tokens_purpose CHECK (purpose IN ('password_reset', 'verification')),
        CONSTRAINT email_tokens_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw('CREATE INDEX email_tokens_user ON email_tokens (user_id)')
    this.schema.raw('CREATE INDEX email_tokens_expires_at ON email_tokens (expires_at)')
  }

  #createSecondFactors() {
    this.schema.raw(`
      CREATE TABLE second_factors (
        user_id uuid NOT NULL,
        -- encrypted with the application's key, for this user
        secret text NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT now(),
        -- of the newest code that was taken: it and all before it are worth nothing
        last_step bigint,
        CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
        CONSTRAINT second_factors_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`
      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL,
        -- how a code begins: by it a code is found, and only one hash is looked at
        mark text NOT NULL,
        code_hash text NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, mark),
        CONSTRAINT recovery_codes_factor_fkey FOREIGN KEY (user_id) REFERENCES second_factors (user_id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`
      CREATE TABLE second_steps (
        -- SHA-256 of the cookie's token
        token_hash bytea NOT NULL,
        user_id uuid NOT NULL,
        -- the hash of the password that was shown; null after a sign-in by a provider
        password_hash text,
        factor_since timestamptz NOT NULL,
        next text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT second_steps_pkey PRIMARY KEY (token_hash),
        CONSTRAINT second_steps_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw('CREATE INDEX second_steps_expires_at ON second_steps (expires_at)')
    this.schema.raw('CREATE INDEX second_steps_user ON second_steps (user_id)')
  }

  /** The table of @adonisjs/limiter's database store, for every module's limits. */
  #createLimits() {
    this.schema.raw(`
      CREATE TABLE rate_limits (
        key varchar(255) NOT NULL,
        points integer NOT NULL DEFAULT 0,
        -- milliseconds since 1970
        expire bigint,
        CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
      )
    `)
  }
}
