import { expressionsOf, type CharacterDetails } from '#modules/gallery/api'
import { useState } from 'react'
import { Picture } from '#web/components/shared/picture'
import { Button } from '#web/components/ui/button'

/** More are shown on request, because a character may have 64. */
const shownAtFirst = 12

/** The faces of a character, with their names. */
export function Expressions({ character }: { character: CharacterDetails }) {
  const [showsAll, setShowsAll] = useState(false)
  const expressions = expressionsOf(character.assets)
  const shown = showsAll ? expressions : expressions.slice(0, shownAtFirst)
  return (
    <>
      <ul className="grid max-w-[44rem] grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
        {shown.map(({ name, address }) => (
          <li key={name} className="min-w-0">
            <Picture
              address={address}
              name={name}
              sizes="8rem"
              className="aspect-square w-full rounded-panel"
              imageClassName="object-[50%_10%]"
            />
            <p className="mt-1.5 truncate text-center text-sm text-soft" title={name}>
              {name}
            </p>
          </li>
        ))}
      </ul>
      {shown.length < expressions.length && (
        <Button look="quiet" className="mt-2 -ml-3" onClick={() => setShowsAll(true)}>
          Show all {expressions.length}
        </Button>
      )}
    </>
  )
}
