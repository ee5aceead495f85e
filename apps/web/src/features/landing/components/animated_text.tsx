import { Fragment, useMemo, type CSSProperties } from 'react'
import { splitActions } from '#web/components/shared/split_actions'

/** Reveals a text word by word. It has its full size from the start, and screen readers get all of it at once. */
export function AnimatedText({ text, isSpeaking }: { text: string; isSpeaking: boolean }) {
  const parts = useMemo(() => numberWords(text), [text])
  return (
    <p className={isSpeaking ? 'spoken' : 'spoken spoken-waiting'}>
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
  return splitActions(text).map((part) => ({
    isAction: part.isAction,
    pieces: part.text.split(/(\s+)/).map((piece) => ({ text: piece, word: /^\s*$/.test(piece) ? null : words++ })),
  }))
}
