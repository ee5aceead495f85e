import { BaseSchema } from '@adonisjs/lucid/schema'

/** Letters of scripts that don't separate words by spaces, and Hangul, whose words have endings and parts that are names as well. */
const unspaced = [
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3105-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff',
  '\\ua000-\\ua4cf\\ua960-\\ua97f\\ua9e0-\\ua9ff\\uaa60-\\uaa7f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\U0001aff0-\\U0001b16f',
  '\\U00020000-\\U0003ffff',
].join('')

/** The keys of names from migration 3110. `more`: further keys. */
const nameKeys = (more: string) => `
  CREATE OR REPLACE FUNCTION gallery_name_keys(name text) RETURNS bigint[]
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
      ${more}
    ) AS keys (key))`

/**
 * Searches of one or two letters find names of scripts without spaces by any of their letters, which begin words like those after a space.
 * Each row gets at most 80 further keys, because its keys must fit into an index entry.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      nameKeys(`
      UNION ALL
      SELECT substr(lower(name), first, length)
      FROM (
        SELECT first FROM generate_series(2, char_length(lower(name))) AS first
        WHERE substr(lower(name), first, 1) !~ '\\s' AND substr(lower(name), first - 1, 2) ~ '[${unspaced}]'
        ORDER BY first LIMIT 40
      ) AS letters, generate_series(1, 2) AS length
      WHERE first + length - 1 <= char_length(lower(name))`)
    )
    /* Only these names have other keys than before. Others keep their rows. */
    this.schema.raw(`UPDATE characters SET name = name WHERE lower(name) ~ '[${unspaced}]'`)
  }

  override async down() {
    this.schema.raw(nameKeys(''))
    this.schema.raw(`UPDATE characters SET name = name WHERE lower(name) ~ '[${unspaced}]'`)
  }
}
