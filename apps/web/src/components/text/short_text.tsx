import { MessageReader, textLines } from '#modules/gallery/api'
import { Fragment, useMemo } from 'react'

/** The beginning of a message on one line, with actions in italics. Its end may be cut off anywhere. */
export function ShortText({ text }: { text: string }) {
  const lines = useMemo(() => textLines(new MessageReader().read(text, true)).filter((runs) => runs.length > 0), [text])
  return lines.map((runs, line) => (
    <Fragment key={line}>
      {line > 0 && ' '}
      {runs.map(({ text: part, isAction }, index) =>
        isAction ? <em key={index}>{part}</em> : <Fragment key={index}>{part}</Fragment>
      )}
    </Fragment>
  ))
}
