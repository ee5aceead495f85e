import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

const listed = 'WHERE is_public AND deleted_at IS NULL'

/** Letters of scripts that don't separate words by spaces, and Hangul, whose words have endings and parts that are names as well. */
const unspaced = [
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3105-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff',
  '\\ua000-\\ua4cf\\ua960-\\ua97f\\ua9e0-\\ua9ff\\uaa60-\\uaa7f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\U0001aff0-\\U0001b16f',
  '\\U00020000-\\U0003ffff',
].join('')

/** The texts of a character that prompts may contain, and that its versions keep. */
const texts = ['name', 'nickname', 'description', 'personality', 'backstory', 'scenario', 'first_message', 'greeting']
const partTexts = ['example_dialogue', 'system_prompt', 'post_history_instructions']
const partLists = ['alternate_greetings', 'group_greetings']

/** Characters, and what the gallery knows of them. */
export default class extends BaseSchema {
  override async up() {
    this.#createKeys()
    this.#createCharacters()
    this.#createParts()
    this.#createVersions()
    this.#createSheets()
    this.#createCounters()
    this.#createTags()
    this.#createComments()
    this.#createForgetting()
  }

  /*
   * Functions of generated columns. Lists filter by these columns, so no writer can forget them. Keys are hashes of 64 bits, in which
   * texts don't meet by chance: texts in scripts of many bytes would not fit beside the popularity in its index.
   */
  #createKeys() {
    this.schema.raw(`
      CREATE FUNCTION gallery_lower(texts text[]) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(SELECT lower(text) FROM unnest(texts) AS text)`)

    /*
     * What a category chip may match, in lower case. The chips of an adult character carry a mark (chr 31) in front. A signed-out visitor,
     * who may not see adult ones, asks for the bare chip, everyone else for both. So the planner knows how many there are for whom: a tag
     * that only adult characters have would otherwise send a visitor's query through the whole gallery to find nothing.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_chips(category text, tags text[], is_nsfw boolean) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(
        SELECT CASE WHEN is_nsfw THEN chr(31) || chip ELSE chip END
        FROM (
          SELECT lower(category)
          UNION SELECT unnest(gallery_lower(tags))
          UNION SELECT 'limitless' WHERE is_nsfw
        ) AS chips (chip))`)
    this.schema.raw(`
      CREATE FUNCTION gallery_keys(texts text[]) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(SELECT hashtextextended(text, 0) FROM unnest(texts) AS text)`)

    /*
     * One key for the complete name (marked with chr 29), keys for the beginnings of the name (chr 30) and keys for the beginnings of its
     * later words. They are separate, so that the planner knows how many characters each rank of a search has. A word begins after a space,
     * and also after a hyphen, an apostrophe or a quotation mark: "Jean-Luc" is found by l. In scripts without spaces, any letter begins a
     * word. Words after the twelfth and letters after the fortieth are left out, because the keys of a row must fit into an index entry.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_name_keys(name text) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(
        SELECT DISTINCT hashtextextended(key, 0)
        FROM (
          SELECT chr(29) || lower(name)
          UNION ALL
          SELECT CASE WHEN first = 1 THEN chr(30) ELSE '' END || substr(lower(name), first, length)
          FROM (
            SELECT first FROM generate_series(1, char_length(lower(name))) AS first
            WHERE first = 1
              OR (substr(lower(name), first, 1) !~ '\\s' AND substr(lower(name), first - 1, 1) ~ '[\\s[:punct:]]')
            ORDER BY first LIMIT 12
          ) AS words, generate_series(1, 10) AS length
          WHERE first + length - 1 <= char_length(lower(name))
          UNION ALL
          SELECT substr(lower(name), first, length)
          FROM (
            SELECT first FROM generate_series(2, char_length(lower(name))) AS first
            WHERE substr(lower(name), first, 1) !~ '\\s' AND substr(lower(name), first - 1, 2) ~ '[${unspaced}]'
            ORDER BY first LIMIT 40
          ) AS letters, generate_series(1, 2) AS length
          WHERE first + length - 1 <= char_length(lower(name))
        ) AS keys (key))`)

    /* Two characters of one owner with the same name and the same opening are the same to an import. */
    this.schema.raw(`
      CREATE FUNCTION gallery_same_as(name text, first_message text, greeting text) RETURNS uuid
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN md5(
        lower(btrim(name, E' \\t\\n\\r')) || chr(31) ||
        lower(btrim(CASE WHEN btrim(first_message, E' \\t\\n\\r') <> '' THEN first_message ELSE greeting END, E' \\t\\n\\r'))
      )::uuid`)

    /* The beginning of the first message as written. `domain/opening_line.ts` decides what lists show of it, because it knows macros. */
    this.schema.raw(`
      CREATE FUNCTION gallery_opening(first_message text, greeting text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN left(btrim(regexp_replace(
        left(CASE WHEN btrim(first_message, E' \\t\\n\\r') <> '' THEN first_message ELSE greeting END, 1000), '\\s+', ' ', 'g')), 480)`)

    /*
     * The search reads the name and, unless the character is adult, the description: that is what most viewers may search. Those who see
     * adult content also search the second index. One index over everything would find common words of adult descriptions and then throw
     * nearly all of them away again.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_open_text(name text, description text, is_nsfw boolean) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN is_nsfw THEN lower(name) ELSE lower(name || chr(31) || description) END`)

    /*
     * The labels that admins search: names, categories and tags of all characters, including private and adult ones. Each label begins
     * after a space, so that two letters find the words that begin with them. A space with two letters is the shortest text that a trigram
     * index can find.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_labels(name text, category text, tags text[]) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(' ' || name || chr(31) || ' ' || category || chr(31) || ' ' || array_to_string(tags, chr(31) || ' '))`)
  }

  /*
   * In the shape that a million characters need. created_at has whole milliseconds, so that a page's cursor can carry it through JavaScript
   * unharmed. The long texts move out of the row early, and what lists read stays in it.
   */
  #createCharacters() {
    this.schema.raw(`
      CREATE TABLE characters (
        id uuid CONSTRAINT characters_pkey PRIMARY KEY DEFAULT uuidv7(),
        name text NOT NULL CONSTRAINT characters_name_not_blank CHECK (btrim(name) <> ''),
        description text NOT NULL DEFAULT '',
        avatar text,
        background text,
        category text NOT NULL DEFAULT 'General',
        tags text[] NOT NULL DEFAULT '{}',
        is_nsfw boolean NOT NULL DEFAULT false,
        is_public boolean NOT NULL DEFAULT true,
        created_by uuid NOT NULL,
        backstory text NOT NULL DEFAULT '',
        personality text NOT NULL DEFAULT '',
        first_message text NOT NULL DEFAULT '',
        greeting text NOT NULL DEFAULT '',
        scenario text NOT NULL DEFAULT '',
        popularity bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        chip_keys bigint[] NOT NULL GENERATED ALWAYS AS (gallery_keys(gallery_chips(category, tags, is_nsfw))) STORED,
        start_keys bigint[] NOT NULL GENERATED ALWAYS AS (gallery_name_keys(name)) STORED,
        same_as uuid NOT NULL GENERATED ALWAYS AS (gallery_same_as(name, first_message, greeting)) STORED,
        opening_line text NOT NULL GENERATED ALWAYS AS (gallery_opening(first_message, greeting)) STORED,
        trend bigint NOT NULL DEFAULT 0,
        -- The point of the avatar that crops keep in view: {"x": 0.5, "y": 0.3}. Null for a picture without one.
        avatar_focus jsonb CONSTRAINT characters_avatar_focus_within CHECK (
          (avatar_focus ->> 'x')::float8 BETWEEN 0 AND 1 AND (avatar_focus ->> 'y')::float8 BETWEEN 0 AND 1
        ),
        -- Whether visitors see it on the landing page. Null: no admin has decided. The built-in ones become true when a server starts.
        on_landing boolean,
        nickname text NOT NULL DEFAULT '',
        allow_forks boolean NOT NULL DEFAULT false,
        definition_public boolean NOT NULL DEFAULT true,
        version_number integer NOT NULL DEFAULT 1,
        -- When the texts of a deleted character were purged.
        purged_at timestamptz(3),
        -- The ancestors of a fork, the first one first. Null for a character that isn't a fork.
        forked_from uuid[],
        -- Private while its owner's account is disabled, so that every query that hides private characters hides it, too.
        is_withdrawn boolean NOT NULL DEFAULT false,
        -- Whether the description is only a teaser for the gallery, which prompts leave out. Null for characters from before this was
        -- asked: those with creator's notes came from cards, which made the description of the notes.
        description_is_teaser boolean,
        CONSTRAINT characters_limitless_is_adult CHECK (is_nsfw OR lower(category) <> 'limitless')
      ) WITH (toast_tuple_target = 512)`)
    this.schema.raw(`
      ALTER TABLE characters
        ALTER COLUMN description SET STORAGE MAIN,
        ALTER COLUMN start_keys SET STORAGE MAIN,
        ALTER COLUMN opening_line SET STORAGE MAIN`)
    /*
     * Rare chips are found by the index and common ones by walking the order: the planner needs to know which is which. It reads all
     * statistics of beginnings for each condition, so these are fewer.
     */
    this.schema.raw(
      'ALTER TABLE characters ALTER COLUMN chip_keys SET STATISTICS 1000, ALTER COLUMN start_keys SET STATISTICS 200'
    )

    /* The index also has what chips and short searches look at, so that a walk along it need not read the rows. */
    this.schema.raw(`
      CREATE INDEX characters_by_popularity ON characters (popularity DESC, id DESC)
      INCLUDE (chip_keys, start_keys, is_nsfw, created_by) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_by_trend ON characters (trend DESC, id DESC) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_by_age ON characters (created_at DESC, id DESC) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_by_name ON characters (lower(name), id) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_chips ON characters USING gin (chip_keys) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_name_starts ON characters USING gin (start_keys) ${listed}`)
    this.schema.raw(`
      CREATE INDEX characters_open_text ON characters
      USING gin (gallery_open_text(name, description, is_nsfw) gin_trgm_ops) ${listed}`)
    this.schema.raw(`
      CREATE INDEX characters_adult_text ON characters
      USING gin (lower(description) gin_trgm_ops) ${listed} AND is_nsfw`)
    /* Searches include the descriptions of the viewer's own public adult characters, even with adult content off. */
    this.schema.raw(`CREATE INDEX characters_own_adult ON characters (created_by) ${listed} AND is_nsfw`)
    this.schema.raw(`
      CREATE INDEX characters_on_landing ON characters (popularity DESC, id DESC)
      WHERE on_landing AND is_public AND NOT is_nsfw AND deleted_at IS NULL`)
    this.schema.raw(`
      CREATE INDEX characters_labels ON characters
      USING gin (gallery_labels(name, category, tags) gin_trgm_ops) WHERE deleted_at IS NULL`)

    /* The caller's own private ones; how many someone has made, and whether an import's entry is among them. */
    this.schema.raw(
      'CREATE INDEX characters_private ON characters (created_by, popularity DESC, id DESC) WHERE NOT is_public AND deleted_at IS NULL'
    )
    this.schema.raw('CREATE INDEX characters_created ON characters (created_by, same_as) WHERE deleted_at IS NULL')
    /* Finds the character that a card may update (`CardCharacters.findByOrigin`). The users who import most have thousands of characters. */
    this.schema.raw(
      'CREATE INDEX characters_by_owner_and_name ON characters (created_by, name) WHERE deleted_at IS NULL'
    )
    this.schema.raw(
      'CREATE INDEX characters_to_purge ON characters (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL'
    )

    /*
     * How common a word is decides between the index and walking the order. Without these statistics, the planner assumes that every word is
     * rare.
     */
    for (const [name, text] of [
      ['characters_open_text_words', 'gallery_open_text(name, description, is_nsfw)'],
      ['characters_adult_text_words', 'lower(description)'],
      ['characters_labels_words', 'gallery_labels(name, category, tags)'],
    ]) {
      this.schema.raw(`CREATE STATISTICS ${name} ON (${text}) FROM characters`)
      this.schema.raw(`ALTER STATISTICS ${name} SET STATISTICS 400`)
    }

    /* Candidates of the shelves that are the same for all users, in order. Each reader sees those that they may see. */
    this.schema.raw(`
      CREATE TABLE character_shelves (
        id text CONSTRAINT character_shelves_pkey PRIMARY KEY,
        characters uuid[] NOT NULL,
        filled_at timestamptz NOT NULL
      )`)
  }

  /* The long parts that cards have. Only characters with such parts have a row. */
  #createParts() {
    this.schema.raw(`
      CREATE TABLE character_parts (
        character_id uuid CONSTRAINT character_parts_pkey PRIMARY KEY
          CONSTRAINT character_parts_character REFERENCES characters (id) ON DELETE CASCADE,
        alternate_greetings text[] NOT NULL,
        group_greetings text[] NOT NULL,
        example_dialogue text NOT NULL,
        system_prompt text NOT NULL,
        post_history_instructions text NOT NULL,
        depth_note jsonb,
        creator_notes jsonb,
        creator_name text NOT NULL,
        card_version text NOT NULL,
        source text[] NOT NULL,
        lorebook_ids uuid[] NOT NULL,
        assets jsonb NOT NULL
      )`)
  }

  /* The present version is the character itself; the table has the ones before. */
  #createVersions() {
    this.schema.raw(`
      CREATE TABLE character_versions (
        character_id uuid NOT NULL CONSTRAINT character_versions_character REFERENCES characters (id) ON DELETE CASCADE,
        number integer NOT NULL,
        -- The next version began then.
        replaced_at timestamptz(3) NOT NULL DEFAULT now(),
        bytes integer NOT NULL,
        ${[...texts, ...partTexts].map((name) => `${name} text NOT NULL`).join(', ')},
        ${partLists.map((name) => `${name} text[] NOT NULL`).join(', ')},
        depth_note jsonb,
        CONSTRAINT character_versions_pkey PRIMARY KEY (character_id, number)
      )`)
    this.schema.raw(`
      CREATE FUNCTION gallery_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'A version of a character never changes.'
          USING ERRCODE = 'restrict_violation', CONSTRAINT = 'character_versions_append_only', TABLE = TG_TABLE_NAME;
      END $$`)
    this.schema.raw(`
      CREATE TRIGGER character_versions_append_only BEFORE UPDATE ON character_versions
      FOR EACH STATEMENT EXECUTE FUNCTION gallery_refuse_rewriting()`)

    /*
     * A trigger, so that no writer can forget it. A change of the other table's texts counts the number up, before it writes them. The
     * size of a list is that in the table, which may be compressed.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO character_versions (character_id, number, ${texts.join(', ')}, ${[...partTexts, ...partLists].join(', ')}, depth_note, bytes)
        SELECT OLD.id, OLD.version_number, ${texts.map((name) => `OLD.${name}`).join(', ')},
          ${partTexts.map((name) => `coalesce(parts.${name}, '')`).join(', ')},
          ${partLists.map((name) => `coalesce(parts.${name}, '{}')`).join(', ')}, parts.depth_note,
          ${texts.map((name) => `octet_length(OLD.${name})`).join(' + ')}
            + coalesce(${[...partTexts, ...partLists].map((name) => `pg_column_size(parts.${name})`).join(' + ')}, 0)
            + coalesce(pg_column_size(parts.depth_note), 0)
        FROM (SELECT) AS one LEFT JOIN character_parts AS parts ON parts.character_id = OLD.id;
        NEW.version_number := OLD.version_number + 1;
        RETURN NEW;
      END $$`)
    const versioned = [...texts, 'version_number']
    const all = (row: string) => `(${versioned.map((name) => `${row}.${name}`).join(', ')})`
    this.schema.raw(`
      CREATE TRIGGER characters_keep_version BEFORE UPDATE OF ${versioned.join(', ')} ON characters
      FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND ${all('OLD')} IS DISTINCT FROM ${all('NEW')})
      EXECUTE FUNCTION gallery_keep_version()`)
  }

  /*
   * A character whole, as `CharacterSheet` has it, and what the viewer may see of it. Functions, so that a reply can read them in the same
   * round trip as its chat; one row or none, and simple enough for PostgreSQL to inline. `src/domain/visibility.ts` is the same rule for
   * lists and pages; one table of cases tests both.
   *
   * They read no row of versions for the present one: a condition on null ends an index scan before it begins. OFFSET 0 keeps both
   * conditions in that scan. Without it, the planner may read all versions of the character. A version that is null or gone is the present
   * one.
   */
  #createSheets() {
    const version = `LEFT JOIN LATERAL (
          SELECT * FROM character_versions WHERE character_id = c.id AND number = nullif(p_version, c.version_number) OFFSET 0
        ) v ON true`
    this.schema.raw(`
      CREATE FUNCTION gallery_sheet(
        p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean, p_version integer DEFAULT NULL
      ) RETURNS TABLE (sheet json, sight text, version integer) LANGUAGE sql STABLE AS $$
        SELECT
          json_build_object(
            'id', c.id, 'version', coalesce(v.number, c.version_number),
            'name', coalesce(v.name, c.name), 'nickname', coalesce(v.nickname, c.nickname),
            'description', coalesce(v.description, c.description), 'personality', coalesce(v.personality, c.personality),
            'backstory', coalesce(v.backstory, c.backstory), 'scenario', coalesce(v.scenario, c.scenario),
            'greeting', coalesce(v.greeting, c.greeting), 'firstMessage', coalesce(v.first_message, c.first_message),
            'exampleDialogue', coalesce(v.example_dialogue, p.example_dialogue, ''),
            'systemPrompt', coalesce(v.system_prompt, p.system_prompt, ''),
            'postHistoryInstructions', coalesce(v.post_history_instructions, p.post_history_instructions, ''),
            'depthNote', CASE WHEN v.number IS NULL THEN p.depth_note ELSE v.depth_note END,
            'lorebookIds', coalesce(p.lorebook_ids, '{}'::uuid[]), 'ownerId', c.created_by, 'tags', c.tags,
            'definitionPublic', c.definition_public, 'allowForks', c.allow_forks,
            'teaser', CASE WHEN coalesce(c.description_is_teaser, p.has_notes) THEN CASE WHEN p.has_notes THEN 'notes' ELSE 'written' END END
          ),
          CASE
            WHEN NOT (c.is_public OR c.created_by = p_viewer OR p_is_admin) THEN 'hidden'
            WHEN c.is_nsfw AND NOT p_sees_adult AND c.created_by IS DISTINCT FROM p_viewer THEN 'adult_gate'
            ELSE 'visible'
          END,
          coalesce(v.number, c.version_number)
        FROM characters c
        ${version}
        LEFT JOIN LATERAL (
          SELECT example_dialogue, system_prompt, post_history_instructions, depth_note, lorebook_ids,
            coalesce(creator_notes ->> 'text', '') <> '' AS has_notes
          FROM character_parts WHERE character_id = c.id OFFSET 0
        ) p ON true
        WHERE c.id = p_id AND c.deleted_at IS NULL
      $$`)
    /* The first message, then the alternate ones. Null for a deleted character. */
    this.schema.raw(`
      CREATE FUNCTION gallery_greetings(p_id uuid, p_version integer) RETURNS text[] LANGUAGE sql STABLE AS $$
        SELECT
          ARRAY[coalesce(
            nullif(CASE WHEN v.number IS NULL THEN c.first_message ELSE v.first_message END, ''),
            CASE WHEN v.number IS NULL THEN c.greeting ELSE v.greeting END
          )] || CASE WHEN v.number IS NULL THEN p.alternate_greetings ELSE v.alternate_greetings END
        FROM characters c
        ${version}
        LEFT JOIN LATERAL (SELECT alternate_greetings FROM character_parts WHERE character_id = c.id OFFSET 0) p ON true
        WHERE c.id = p_id AND c.deleted_at IS NULL
      $$`)
  }

  /*
   * Likes and messages, away from the characters: their rows carry many indexes, and counting in them would rewrite all of those each time.
   * Messages are appended as increments, for which no writer waits, and folded in by a timer.
   */
  #createCounters() {
    /*
     * No index but the key, and room in each page, so that an update stays in its page (HOT). A trend is the logarithm, to the base 2, of
     * the messages of all time, of which each counts twice as much as one of two days before. So it never has to be written again without a
     * message, and its order is that of the decayed sums at any time.
     */
    this.schema.raw(`
      CREATE TABLE character_counters (
        character_id uuid CONSTRAINT character_counters_pkey PRIMARY KEY
          CONSTRAINT character_counters_character REFERENCES characters (id) ON DELETE CASCADE,
        likes int NOT NULL DEFAULT 0 CONSTRAINT character_counters_likes_not_negative CHECK (likes >= 0),
        messages int NOT NULL DEFAULT 0 CONSTRAINT character_counters_messages_not_negative CHECK (messages >= 0),
        trend double precision NOT NULL DEFAULT 0
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
    /* A like says more than a message. */
    this.schema.raw(`
      CREATE FUNCTION gallery_popularity(likes int, messages int) RETURNS bigint
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN likes::bigint * 10 + messages`)
    this.schema.raw(`
      CREATE FUNCTION gallery_trend(trend double precision, messages int, at timestamptz) RETURNS double precision
      LANGUAGE sql STABLE PARALLEL SAFE
      RETURN (
        SELECT CASE
          WHEN messages <= 0 THEN trend
          WHEN abs(trend - added) > 40 THEN greatest(trend, added)
          ELSE greatest(trend, added) + ln(1 + power(2, -abs(trend - added))) / ln(2::double precision)
        END
        FROM (
          SELECT extract(epoch FROM at)::double precision / 172800 + ln(greatest(messages, 1)::double precision) / ln(2::double precision)
            AS added
        ) AS latest)`)

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
    this.schema.raw('CREATE INDEX character_likes_character ON character_likes (character_id)')
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

  /*
   * How many public characters carry each tag. Writers append what changed and never wait for each other; the folding timer adds it up.
   * `open_uses` leaves adult characters out, for viewers who may not see them.
   */
  #createTags() {
    this.schema.raw(`
      CREATE TABLE character_tags (
        key text CONSTRAINT character_tags_pkey PRIMARY KEY,
        spelling text NOT NULL,
        uses int NOT NULL,
        open_uses int NOT NULL
      )`)
    this.schema.raw('CREATE INDEX character_tags_by_uses ON character_tags (uses DESC, key) WHERE uses > 0')
    this.schema.raw(
      'CREATE INDEX character_tags_by_open_uses ON character_tags (open_uses DESC, key) WHERE open_uses > 0'
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

    /* Tags whose characters a user doesn't want to see. `keys` are those of `chip_keys`, with and without the mark of adult characters. */
    this.schema.raw(`
      CREATE FUNCTION gallery_blocked_keys(tags text[]) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(SELECT hashtextextended(mark || lower(tag), 0) FROM unnest(tags) AS tag, unnest(ARRAY['', chr(31)]) AS mark)`)
    this.schema.raw(
      privateTable(
        'blocked_tags',
        `
        user_id uuid CONSTRAINT blocked_tags_pkey PRIMARY KEY,
        tags text[] NOT NULL CONSTRAINT blocked_tags_count CHECK (cardinality(tags) BETWEEN 1 AND 50),
        keys bigint[] NOT NULL GENERATED ALWAYS AS (gallery_blocked_keys(tags)) STORED
        `
      )
    )
  }

  /* created_at has whole milliseconds, as in `characters`, because cursors contain it in milliseconds. */
  #createComments() {
    this.schema.raw(`
      CREATE TABLE character_comments (
        id uuid CONSTRAINT character_comments_pkey PRIMARY KEY DEFAULT uuidv7(),
        character_id uuid NOT NULL
          CONSTRAINT character_comments_character REFERENCES characters (id) ON DELETE CASCADE,
        user_id uuid NOT NULL,
        content text NOT NULL
          CONSTRAINT character_comments_length CHECK (btrim(content) <> '' AND char_length(content) <= 2000),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        -- A removed comment stays for a while, out of sight, so that its removal can be undone.
        removed_at timestamptz,
        removed_by uuid
      )`)
    this.schema.raw(
      'CREATE INDEX character_comments_newest ON character_comments (character_id, created_at DESC, id DESC)'
    )
    this.schema.raw('CREATE INDEX character_comments_by_user ON character_comments (user_id, created_at)')
    this.schema.raw(
      'CREATE INDEX character_comments_removed ON character_comments (removed_at) WHERE removed_at IS NOT NULL'
    )
  }

  #createForgetting() {
    /* Keeps the row, because chats and forks point at it. Deleted first, so that no version keeps its texts. */
    this.schema.raw(`
      CREATE FUNCTION gallery_empty_characters(p_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE characters SET
          deleted_at = coalesce(deleted_at, now()), name = 'Deleted Character', nickname = '', description = '', avatar = NULL,
          avatar_focus = NULL, background = NULL, category = 'General', tags = '{}', backstory = '', personality = '',
          first_message = '', greeting = '', scenario = ''
        WHERE id = ANY (p_ids);
        DELETE FROM character_parts WHERE character_id = ANY (p_ids);
        DELETE FROM character_versions WHERE character_id = ANY (p_ids);
      END $$`)

    /*
     * Removes a user from the gallery when the account is deleted. Private characters are deleted. Public ones keep their row, because other
     * users' chats refer to it, but lose its content: all texts, pictures and the owner.
     *
     * The function locks the counters first and in one order, and no folding runs meanwhile, so that it can't deadlock with concurrent likes,
     * messages or folding. The second run has only the unused tags left to delete.
     */
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
        PERFORM gallery_empty_characters(ARRAY(SELECT id FROM characters WHERE id = ANY (v_written)));
        UPDATE characters SET created_by = v_nobody WHERE id = ANY (v_written);

        -- The second call folds what this one counts off.
        DELETE FROM character_tags WHERE uses = 0 AND open_uses = 0;
      END $$`)
  }
}
