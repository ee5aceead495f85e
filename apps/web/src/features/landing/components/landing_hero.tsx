import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import { Picture } from '#web/components/shared/picture'
import { classNames } from '#web/lib/class_names'
import { registerAddress, type LandingCharacter } from '../landing_character.ts'
import { useSeenOnce } from '../use_seen_once.ts'
import { Demo } from './demo.tsx'
import { LoadingText, OpeningText } from './opening_text.tsx'

interface LandingHeroProps {
  /** Null while loading. Without characters the section is hidden. */
  characters: LandingCharacter[] | null
  /** The built-in writer answers visitors, not an AI model. */
  isDemo: boolean
  /** The notice that a machine writes. */
  notice: string | undefined
}

/** The opening message of a character, as in a chat. Visitors can answer, or follow a link, and choose another character. */
export function LandingHero({ characters, isDemo, notice }: LandingHeroProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [place, isSeen] = useSeenOnce<HTMLDivElement>()
  const character = characters?.find(({ id }) => id === chosenId) ?? characters?.[0]
  if (characters?.length === 0) return null
  return (
    <section aria-labelledby="first-words" className="mx-auto w-full max-w-[80rem] px-4 py-20 sm:px-8 sm:py-28">
      <div className="grid gap-x-10 gap-y-6 *:min-w-0 lg:flex lg:items-end lg:justify-between">
        <div>
          <h2 id="first-words" className="display text-4xl">
            They speak first
          </h2>
          <p className="mt-3 max-w-lg text-lg text-pretty text-soft">
            Every character has a place, a past and something on their mind. Walk in, and the scene begins.
          </p>
        </div>
        {characters && character && characters.length > 1 && (
          <CharacterPicker characters={characters} chosen={character} onChoose={setChosenId} />
        )}
      </div>
      <div
        ref={place}
        className="mt-9 grid grid-cols-[minmax(0,1fr)] overflow-clip rounded-card border border-line bg-raised shadow-card lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        {character ? <Scene key={`scene of ${character.id}`} character={character} /> : <div className="scene gleam" />}
        <div className="flex min-w-0 flex-col p-5 sm:p-9">
          {character?.answers ? (
            <Demo key={character.id} character={character} isSeen={isSeen} isDemo={isDemo} notice={notice} />
          ) : (
            <>
              <Opening character={character} isSeen={isSeen} />
              {character && <AnswerLink character={character} />}
            </>
          )}
        </div>
      </div>
    </section>
  )
}

interface OpeningProps {
  character: LandingCharacter | undefined
  isSeen: boolean
}

function Opening({ character, isSeen }: OpeningProps) {
  return (
    <div className="min-h-88 flex-1 text-read">
      {character?.opening ? (
        <OpeningText key={character.id} text={character.opening} isSeen={isSeen} />
      ) : (
        <LoadingText />
      )}
    </div>
  )
}

function Scene({ character }: { character: LandingCharacter }) {
  return (
    <div className="scene">
      <Picture
        address={character.background ?? character.avatar}
        name={character.name}
        sizes="(min-width: 64rem) 31rem, 100vw"
        className="absolute! inset-0 size-full"
        imageClassName="scene-place"
      />
      <span className="scene-veil" />
      <div className="scene-words">
        <Picture
          address={character.avatar}
          focus={character.avatarFocus}
          name={character.name}
          sizes="(min-width: 64rem) 11rem, 7rem"
          className="scene-portrait"
          initialsClassName="text-3xl"
        />
        <div className="min-w-0">
          <p className="display text-2xl break-words max-[22.5rem]:text-xl">{character.name}</p>
          <p className="mt-1.5 line-clamp-5 text-sm text-on-picture/85 max-sm:line-clamp-4">{character.scenario}</p>
        </div>
      </div>
    </div>
  )
}

/** A link that looks like the message box. */
function AnswerLink({ character }: { character: LandingCharacter }) {
  return (
    <a
      href={registerAddress(character.id, false)}
      className="mt-7 flex min-h-13 items-center gap-3 rounded-panel border border-line-strong bg-field py-1 pr-1.5 pl-4 text-faint transition-colors hover:border-text hover:text-text"
    >
      <span className="min-w-0 flex-1 truncate">
        Answer {character.name}
        <span aria-hidden className="your-turn" />
      </span>
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
        <ArrowUp className="size-5" />
      </span>
    </a>
  )
}

interface CharacterPickerProps {
  characters: LandingCharacter[]
  chosen: LandingCharacter
  onChoose: (id: string) => void
}

function CharacterPicker({ characters, chosen, onChoose }: CharacterPickerProps) {
  return (
    <ul aria-label="Choose a character" className="cast">
      {characters.map((character) => {
        const isChosen = character === chosen
        return (
          <li key={character.id} className="shrink-0">
            <button
              type="button"
              aria-pressed={isChosen}
              aria-label={character.name}
              title={character.name}
              className={classNames(
                'relative block size-14 overflow-clip rounded-full border-2 transition-[border-color,scale,opacity] duration-medium ease-out',
                isChosen
                  ? 'border-accent'
                  : 'border-transparent opacity-70 hover:scale-105 hover:opacity-100 focus-visible:opacity-100'
              )}
              onClick={() => onChoose(character.id)}
            >
              <Picture
                address={character.avatar}
                focus={character.avatarFocus}
                name={character.name}
                sizes="3.5rem"
                className="absolute! inset-0.5 rounded-full"
                initialsClassName="text-base"
              />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
