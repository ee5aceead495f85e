import type { CharacterDetails } from '#modules/gallery/api'
import { Alert } from '#web/components/ui/alert'
import { privateLabel } from '../review_text.ts'

/** Tells the owner why a character that is to be public isn't public. */
export function ReviewNotice({ character }: { character: CharacterDetails }) {
  const { review, reviewReason } = character
  if (!review) return null
  return (
    <div className="mb-6 max-w-measure">
      <Alert tone="warning" title={privateLabel(character)}>
        {review === 'waiting' && 'It’s checked before others can see it. That usually takes a few minutes.'}
        {review === 'held' && 'A moderator looks at it before others can see it. You can chat with it meanwhile.'}
        {review === 'refused' && (
          <>
            <p>{reviewReason ?? 'A moderator decided that others can’t see it.'}</p>
            <p>Edit it to have it looked at again.</p>
          </>
        )}
      </Alert>
    </div>
  )
}
