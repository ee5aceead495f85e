/** Returns a line of a CSV file. Lines end as RFC 4180 says. */
export const csvLine = (values: readonly (string | number | null | undefined)[]): string =>
  `${values.map(field).join(',')}\r\n`

/** Spreadsheets run texts that begin with these characters as formulas. An apostrophe keeps them texts. */
const formula = /^[=+\-@\t\r\n]/

const field = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
