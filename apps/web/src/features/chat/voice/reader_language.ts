/** The language of the browser as a BCP 47 tag. On Linux, Chromium may add the modifier of its locale, as in `en-US@posix`. */
export const readerLanguage = (): string => navigator.language.split('@')[0]!
