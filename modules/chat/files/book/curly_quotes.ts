/** Stands between the texts of two spans, where a quote may open. */
export const spanBorder = '\ue000'

/** Replaces straight quotes and apostrophes with typographic ones, and two hyphens with a dash. Other quotes stay as written. */
export const curlyQuotes = (text: string): string =>
  text
    .replace(/(^|[\s([{*\ue000—–-])"(?=\S)/gm, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{*\ue000—–“-])'(?=[^\s\d])/gm, '$1‘')
    .replaceAll("'", '’')
    .replace(/(?<=[^\s-])--(?!-)|(?<=\s)--(?=\s)/g, '—')
