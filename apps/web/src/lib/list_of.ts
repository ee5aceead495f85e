const list = /* @__PURE__ */ new Intl.ListFormat('en')

/** 'a, b, and c'. */
export const listOf = (words: readonly string[]): string => list.format(words)
