import type { Character } from '#modules/gallery/api'
import { use } from 'react'
import { Button } from '#web/components/ui/button'
import { Picture } from '#web/components/shared/picture'
import { CharacterFace } from '../expressions/character_face.tsx'
import { FacesContext } from '../expressions/use_expressions.ts'
import { AboutScenario, CharacterAbout } from './character_about.tsx'

/** The classes of the panel, shared with the skeleton. */
export const panelClasses = 'hidden w-64 shrink-0 border-r border-line bg-bg xl:block 2xl:w-80'

/** The classes of the picture, shared with the skeleton. */
export const panelPictureClasses = 'aspect-square w-full rounded-card 2xl:aspect-4/5'

interface CharacterPanelProps {
  character: Character
  /** The scenario with macros replaced. */
  scenario: string | null
  /** The pinned facts. */
  pins: readonly string[]
  onEditPins: () => void
  /** Whether to show its expression instead of its avatar. */
  showsFace: boolean
}

/** The character beside the chat, its scenario and the pinned facts, on extra-large screens. */
export function CharacterPanel({ character, scenario, pins, onEditPins, showsFace }: CharacterPanelProps) {
  const face = use(FacesContext)?.faceOf(character.id)
  return (
    <aside
      aria-label={`About ${character.name}`}
      className={`${panelClasses} order-first overflow-y-auto overscroll-contain p-5`}
    >
      {face && showsFace ? (
        <CharacterFace
          character={character}
          sizes="20rem"
          className={`${panelPictureClasses} block overflow-clip bg-hover shadow-card`}
          imageClassName="object-cover object-[50%_10%]"
        />
      ) : (
        <Picture
          address={character.avatar}
          focus={character.avatarFocus}
          name={character.name}
          sizes="20rem"
          className={`${panelPictureClasses} shadow-card`}
          initialsClassName="text-6xl"
        />
      )}
      <h2 className="display mt-5 line-clamp-4 text-2xl wrap-anywhere">{character.name}</h2>
      <CharacterAbout character={character}>
        {scenario && <AboutScenario text={scenario} />}
        <div className="mt-6 flex items-center justify-between gap-2">
          <h3 className="text-sm font-semibold text-soft">Pinned facts</h3>
          <Button look="quiet" size="s" className="-mr-3" onClick={onEditPins}>
            {pins.length === 0 ? 'Add' : 'Edit'} <span className="sr-only">pinned facts</span>
          </Button>
        </div>
        {pins.length === 0 ? (
          <p className="text-sm text-faint">What the model must not forget.</p>
        ) : (
          <ul className="mt-1 grid list-disc gap-1.5 pl-4 text-ui marker:text-faint">
            {pins.map((fact, index) => (
              <li key={index} className="wrap-anywhere">
                {fact}
              </li>
            ))}
          </ul>
        )}
      </CharacterAbout>
    </aside>
  )
}
