import { parseMessage, textLines } from '#modules/gallery/api'
import { Fragment, useMemo, type CSSProperties } from 'react'

/** Reveals a text word by word. It has its full size from the start, and screen readers get all of it at once. */
export function AnimatedText({ text }: { text: string }) {
  const parts = useMemo(() => numberWords(text), [text])
  return (
    <p className="spoken">
      {parts.map(({ isAction, pieces }, index) => {
        const Part = isAction ? 'em' : 'span'
        return (
          <Part key={index} className={isAction ? 'text-soft' : undefined}>
            {pieces.map(({ text: piece, word }, at) =>
              word === null ? (
                <Fragment key={at}>{piece}</Fragment>
              ) : (
                <span key={at} className="spoken-word" style={{ '--word': word } as CSSProperties}>
                  {piece}
                </span>
              )
            )}
          </Part>
        )
      })}
    </p>
  )
}

/** Splits a text into words and white space; `word` counts the words of the whole text and is null for white space. */
function numberWords(text: string) {
  let words = 0
  const lines = textLines(parseMessage(text))
  const runs = lines.flatMap((line, index) => (index > 0 ? [{ text: '\n', isAction: false }, ...line] : line))
  return runs.map((part) => ({
    isAction: part.isAction,
    pieces: part.text.split(/(\s+)/).map((piece) => ({ text: piece, word: /^\s*$/.test(piece) ? null : words++ })),
  }))
}
