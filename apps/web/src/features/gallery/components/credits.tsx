import type { CharacterDetails, ForkCredit } from '#modules/gallery/api'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CreatorName } from '#web/components/shared/creator_name'
import { screens } from '#web/screens'

/** Whether there is anything to credit. */
export const hasCredits = ({ forkedFrom, creatorName, version, source }: CharacterDetails) =>
  forkedFrom !== null || creatorName !== null || version !== null || source.length > 0

/** The origin of the character: its ancestors, and the credits of its card. */
export function Credits({
  character: { forkedFrom, credits, creatorName, version, source },
}: {
  character: CharacterDetails
}) {
  // Puts nearer ancestors first, and leaves out the nearest ancestor, which has its own line.
  const earlier = credits.slice(0, -1).toReversed()
  return (
    <dl className="grid max-w-measure gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      {forkedFrom && (
        <Row name="Forked from">
          <Ancestor credit={forkedFrom} />
        </Row>
      )}
      {earlier.length > 0 && (
        <Row name="Based on">
          {earlier.map((credit, index) => (
            <Fragment key={credit.id}>
              {index > 0 && ', '}
              <Ancestor credit={credit} />
            </Fragment>
          ))}
        </Row>
      )}
      {creatorName !== null && <Row name="Created by">{creatorName}</Row>}
      {version !== null && <Row name="Version of the card">{version}</Row>}
      {source.length > 0 && (
        <Row name={source.length === 1 ? 'Source' : 'Sources'}>
          {/* Sources are plain text, because their addresses are not checked. */}
          {source.map((text, index) => (
            <span key={index} className="block break-all">
              {text}
            </span>
          ))}
        </Row>
      )}
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Ancestor({ credit: { id, name, creator } }: { credit: ForkCredit }) {
  return (
    <>
      {name === null ? (
        'a private character'
      ) : (
        <Link
          to={screens.character.href({ characterId: id })}
          className="font-semibold text-accent-text underline underline-offset-4"
        >
          {name}
        </Link>
      )}
      {creator ? (
        <>
          {' by '}
          <CreatorName {...creator} />
        </>
      ) : (
        ' by a deleted account'
      )}
    </>
  )
}
