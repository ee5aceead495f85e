/** Replaces straight quotes and apostrophes with typographic ones, and two hyphens with a dash. Other quotes stay as written. */
export const curlyQuotes = (text: string): string =>
  text
    .replace(/(^|[\s([{*—–-])"(?=\S)/gm, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{*—–“-])'(?=[^\s\d])/gm, '$1‘')
    .replaceAll("'", '’')
    .replace(/(?<=[^\s-])--(?!-)|(?<=\s)--(?=\s)/g, '—')
