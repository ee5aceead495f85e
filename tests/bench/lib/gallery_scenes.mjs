/** Queries of the gallery: each with its address and the barest SQL for the same page. */

const pageSize = 24

const columns = 'id, name, description, avatar, background, category, tags, is_nsfw, is_public, created_by, created_at'
const bare = (condition, values = [], order = 'popularity DESC, id DESC') => ({
  text: `SELECT ${columns} FROM characters WHERE is_public AND deleted_at IS NULL ${condition && `AND ${condition}`}
    ORDER BY ${order} LIMIT ${pageSize + 1}`,
  values,
})

const chip = (name, category) => ({
  name,
  query: { category },
  sql: bare('chip_keys && ARRAY[hashtextextended(lower($1), 0), hashtextextended(chr(31) || lower($1), 0)]', [
    category,
  ]),
})
/** Returns the simplest statement for a ranked page: a query for each rank, executed as far as the page needs. */
const ranked = (q, conditions) => {
  const tiers = conditions.map(
    (condition, rank) => `(SELECT id, ${rank} AS rank, popularity AS sort_key FROM characters
      WHERE is_public AND deleted_at IS NULL AND ${condition} ORDER BY popularity DESC, id DESC LIMIT ${pageSize + 1})`
  )
  return {
    text: `SELECT ${columns} FROM (SELECT * FROM (${tiers.join(' UNION ALL ')}) AS tiers LIMIT ${pageSize + 1}) AS page
      JOIN characters USING (id) ORDER BY rank, sort_key DESC, id DESC`,
    values: [q],
  }
}
const key = (mark) => `hashtextextended(${mark}left(lower($1), 10), 0)`
const exact = `start_keys @> ARRAY[hashtextextended(chr(29) || lower($1), 0)]`
const begins = `start_keys @> ARRAY[${key('chr(30) || ')}]`
const named = `start_keys && ARRAY[${key('chr(30) || ')}, ${key('')}]`
const tagged = `chip_keys && ARRAY[hashtextextended(lower($1), 0), hashtextextended(chr(31) || lower($1), 0)]`
const names = [exact, `${begins} AND NOT ${exact}`, `start_keys @> ARRAY[${key('')}] AND NOT ${begins}`]
const text = `gallery_open_text(name, description, is_nsfw) LIKE '%' || lower($1) || '%'`

const start = (name, q) => ({
  name: `${[...q].length} letter${[...q].length > 1 ? 's' : ''}, ${name}`,
  query: { q },
  sql: ranked(q, names),
})
const word = (name, q) => ({
  name: `${[...q].length} letters, ${name}`,
  query: { q },
  sql: ranked(q, [...names, `${tagged} AND NOT ${named}`, `${text} AND NOT ${named} AND NOT ${tagged}`]),
})
const suggestion = (name, q) => ({
  name: `suggestions, ${name}`,
  path: '/api/characters/suggestions',
  query: { q },
  sql: ranked(q, [...q].length < 3 ? names : [...names, `${tagged} AND NOT ${named}`]),
})

const hasChip = (number) =>
  `chip_keys && ARRAY[hashtextextended(lower($${number}), 0), hashtextextended(chr(31) || lower($${number}), 0)]`

/** Words of the demo characters: `rare` has few hits, `none` none, `common` many. The user likes `likesPerUser` characters. */
export const scenesOf = (userId) => [
  { name: 'browse', query: {}, sql: bare('') },
  { name: 'browse, newest', query: { sort: 'new' }, sql: bare('', [], 'created_at DESC, id DESC') },
  { name: 'browse, by name', query: { sort: 'name' }, sql: bare('', [], 'lower(name), id') },
  { name: 'browse, trending', query: { sort: 'trending' }, sql: bare('', [], 'trend DESC, id DESC') },
  chip('chip Romance, common', 'Romance'),
  chip('chip Drama, rare', 'Drama'),
  chip('chip Limitless, adult', 'Limitless'),
  chip('chip Femboy, a tag', 'Femboy'),
  chip('chip Beekeeping, a rare tag', 'Beekeeping'),
  chip('a tag that no character has', 'No such tag'),
  {
    name: 'two tags, common',
    query: { tags: 'Romance,Magic' },
    sql: bare(`${hasChip(1)} AND ${hasChip(2)}`, ['Romance', 'Magic']),
  },
  {
    name: 'two tags, rare',
    query: { tags: 'Beekeeping,Clockwork' },
    sql: bare(`${hasChip(1)} AND ${hasChip(2)}`, ['Beekeeping', 'Clockwork']),
  },
  {
    name: 'without a common tag',
    query: { exclude: 'Fantasy' },
    sql: bare(`NOT ${hasChip(1)}`, ['Fantasy']),
  },
  {
    name: 'trending with a tag, without another',
    query: { tags: 'Magic', exclude: 'Romance', sort: 'trending' },
    sql: bare(`${hasChip(1)} AND NOT ${hasChip(2)}`, ['Magic', 'Romance'], 'trend DESC, id DESC'),
  },
  {
    name: 'liked',
    query: { liked: 'true' },
    sql: bare('id = ANY (ARRAY(SELECT character_id FROM character_likes WHERE user_id = $1))', [userId]),
  },
  { name: 'mine, none', query: { mine: 'true' }, sql: bare('created_by = $1', [userId]) },
  start('hits', 'z'),
  start('none', 'ж'),
  start('hits', 'zo'),
  start('none', 'qx'),
  word('hits', 'zor'),
  word('none', 'qxq'),
  word('common', 'hea'),
  word('rare', 'palimpsest'),
  word('none', 'qxqxqxqxqx'),
  word('common', 'heart and '),
  word('a tag', 'fantasy'),
  suggestion('two letters', 'zo'),
  suggestion('five letters', 'black'),
  suggestion('a tag', 'beekeep'),
]

/** A response without a character: what a session, the counters and HTTP cost. */
export const emptyScene = start('none', 'ж')

export const likesPerUser = 200

export const addressOf = ({ path = '/api/characters', query }, cursor = null) => {
  const params = new URLSearchParams({ ...query, limit: String(pageSize), ...(cursor && { cursor }) })
  return `${path}?${params}`
}
