import { Fragment, type CSSProperties } from 'react'
import { splitActions } from '../../../lib/split_actions.ts'

/** Reveals a text word by word. It has its full size from the start, and screen readers get all of it at once. */
export function AnimatedText({ text, isSpeaking }: { text: string; isSpeaking: boolean }) {
  let count = 0
  return (
    <p className={isSpeaking ? 'spoken' : 'spoken spoken-waiting'}>
      {splitActions(text).map((part, index) => {
        const Part = part.isAction ? 'em' : 'span'
        return (
          <Part key={index} className={part.isAction ? 'text-soft' : undefined}>
            {part.text.split(/(\s+)/).map((word, at) =>
              /^\s*$/.test(word) ? (
                <Fragment key={at}>{word}</Fragment>
              ) : (
                <span key={at} className="spoken-word" style={{ '--word': count++ } as CSSProperties}>
                  {word}
                </span>
              )
            )}
          </Part>
        )
      })}
    </p>
  )
}
