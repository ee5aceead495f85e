/**
 * Cuts a text to at most `lettersMax` letters, at the end of a sentence, or of a word when the first sentence is longer. Then adds an
 * ellipsis, and the asterisk of an action that was cut.
 */
export function shortenText(text: string, lettersMax: number): string {
  if (text.length <= lettersMax) return text
  const end = lastEnd(text, 'sentence', lettersMax) || lastEnd(text, 'word', lettersMax) || lettersMax
  const kept = text.slice(0, end).trimEnd()
  const isInAction = (kept.match(/\*+/g)?.length ?? 0) % 2 === 1
  return `${kept.replace(/[,;:\s–—-]+$/, '')}${/[.!?…]["”’»)*]*$/.test(kept) ? ' …' : '…'}${isInAction ? '*' : ''}`
}

function lastEnd(text: string, granularity: 'sentence' | 'word', lettersMax: number): number {
  // Reads two more letters, because a segment that ends at the limit is complete only if another segment begins after it.
  const segments = new Intl.Segmenter(undefined, { granularity }).segment(text.slice(0, lettersMax + 2))
  let end = 0
  for (const { index } of segments) if (index <= lettersMax) end = index
  return end
}
