import type { HeldReviewDetails } from '#modules/gallery/api'
import { useState } from 'react'
import { Picture } from '#web/components/shared/picture'
import { Button } from '#web/components/ui/button'

const fieldNames: Record<string, string> = {
  name: 'Name',
  nickname: 'Nickname',
  description: 'Description',
  backstory: 'Backstory',
  personality: 'Personality',
  scenario: 'Scenario',
  firstMessage: 'First message',
  greeting: 'Greeting',
  exampleDialogue: 'Example dialogue',
  systemPrompt: 'System prompt',
  postHistoryInstructions: 'Post-history instructions',
  creatorName: 'Creator',
  version: 'Version',
  tags: 'Tag',
  alternateGreetings: 'Alternate greeting',
  groupGreetings: 'Group greeting',
  source: 'Source',
  depthNote: 'Depth note',
  creatorNotes: 'Creator’s notes',
  assets: 'Name of a picture',
  comment: 'Comment',
  username: 'Username',
  firstName: 'First name',
}

/** All texts and pictures that others would see. Pictures are hidden at first, so that moderators choose when to see them. */
export function HeldContent({ item: { texts, pictures, characterName } }: { item: HeldReviewDetails }) {
  const [showsPictures, setShowsPictures] = useState(false)
  return (
    <div className="grid gap-6">
      <dl className="grid gap-4">
        {texts.map(({ field, text }, index) => (
          <div key={index} className="min-w-0">
            <dt className="text-sm font-semibold">{fieldNames[field] ?? field}</dt>
            <dd className="mt-1 text-ui break-words whitespace-pre-wrap text-soft">{text}</dd>
          </div>
        ))}
      </dl>
      {pictures.length > 0 && !showsPictures && (
        <Button className="justify-self-start" onClick={() => setShowsPictures(true)}>
          {pictures.length === 1 ? 'Show the picture' : `Show ${pictures.length} pictures`}
        </Button>
      )}
      {showsPictures && (
        <ul aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {pictures.map((address) => (
            <li key={address}>
              <Picture
                address={address}
                focus={null}
                name={characterName ?? ''}
                sizes="14rem"
                className="aspect-3/4 w-full rounded-card ring-1 ring-line"
                initialsClassName="text-4xl"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
