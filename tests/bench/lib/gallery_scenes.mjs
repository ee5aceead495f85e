/** Queries of the gallery: each with its address and the barest SQL for the same page. */

const pageSize = 24

const columns = 'id, name, description, avatar, background, category, tags, is_nsfw, is_public, created_by, created_at'
const bare = (condition, values = []) => ({
  text: `SELECT ${columns} FROM characters WHERE is_public AND deleted_at IS NULL ${condition && `AND ${condition}`}
    ORDER BY popularity DESC, id DESC LIMIT ${pageSize + 1}`,
  values,
})

const letters = { p95Ms: 15 }
const words = { p95Ms: 100, p99Ms: 200 }

const chip = (name, category) => ({
  name: `chip ${category}, ${name}`,
  query: { category },
  sql: bare('chip_keys && ARRAY[hashtextextended(lower($1), 0), hashtextextended(chr(31) || lower($1), 0)]', [
    category,
  ]),
  target: letters,
})
const start = (name, q) => ({
  name: `${[...q].length} letter${[...q].length > 1 ? 's' : ''}, ${name}`,
  query: { q },
  sql: bare('start_keys @> ARRAY[hashtextextended(lower($1), 0)]', [q]),
  target: letters,
})
const word = (name, q) => ({
  name: `${[...q].length} letters, ${name}`,
  query: { q },
  sql: bare('gallery_open_text(name, description, is_nsfw) LIKE lower($1)', [`%${q}%`]),
  target: words,
})

/** Words of the demo characters: `rare` has few hits, `none` none, `common` many. */
export const scenes = [
  { name: 'browse', query: {}, sql: bare(''), target: letters },
  { name: 'browse, newest', query: { sort: 'new' }, sql: null, target: letters },
  { name: 'browse, by name', query: { sort: 'name' }, sql: null, target: letters },
  chip('common', 'Romance'),
  chip('rare', 'Drama'),
  chip('adult', 'Limitless'),
  chip('a tag', 'Femboy'),
  chip('a rare tag', 'Beekeeping'),
  chip('none', 'Nobody has this'),
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
]

export const addressOf = ({ query }, cursor = null) => {
  const params = new URLSearchParams({ ...query, limit: String(pageSize), ...(cursor && { cursor }) })
  return `/api/characters?${params}`
}
