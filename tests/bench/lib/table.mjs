/** Returns an aligned Markdown table. `rows` are arrays of texts, headings first. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n')
}

/** Formats three significant digits with at most two decimals. A `count` stays unchanged, and `n/a` means not measured. */
export function figure(value, unit = '') {
  if (value === null || value === undefined || Number.isNaN(value)) return 'n/a'
  if (unit === 'count') return String(value)
  const size = Math.abs(value)
  const text = value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
  return unit === '' ? text : `${text} ${unit}`
}
