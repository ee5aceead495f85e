/** The longest piece, in UTF-16 units. It fits the 32,768 tokens that OpenAI reads, in every script. */
const pieceMax = 8_000
/** The part of a piece that the next one repeats, so that a cut doesn't hide a phrase. */
const overlap = 200

/** Cuts a text into overlapping pieces, never inside a character. Blank texts have none. */
export function piecesOf(text: string): string[] {
  const whole = text.toWellFormed()
  const pieces: string[] = []
  for (let at = 0; at < whole.length; at = start(whole, at + pieceMax - overlap)) {
    const end = start(whole, Math.min(at + pieceMax, whole.length))
    const piece = whole.slice(at, end)
    if (piece.trim() !== '') pieces.push(piece)
    if (end === whole.length) break
  }
  return pieces
}

/** Moves a position inside a surrogate pair to its beginning. */
const start = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at)
