import { memo } from 'react'
import { splitActions } from '../../../lib/split_actions.ts'

/** A text as it is meant: line breaks kept, actions in italics. */
export const MessageText = memo(function MessageText({
  text,
  isGrowing = false,
}: {
  text: string
  isGrowing?: boolean
}) {
  return splitActions(text, isGrowing).map((part, index) =>
    part.isAction ? (
      <em key={index} className="text-soft">
        {part.text}
      </em>
    ) : (
      <span key={index}>{part.text}</span>
    )
  )
})
