import { useEffect, useState } from 'react'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { CardLight } from '../../../components/ui/card.tsx'
import { IconButton } from '../../../components/ui/icon_button.tsx'
import { Mark } from '../../../components/ui/logo_mark.tsx'
import { Picture } from '../../../components/shared/picture.tsx'
import { isDrawnAhead } from '../../../lib/drawn_ahead.ts'
import { classNames } from '../../../lib/class_names.ts'
import { chatAddress, type LandingCharacter } from '../landing_character.ts'
import { spokenLine } from '../spoken_line.ts'

/** From the farthest to the nearest; `landing.css` gives each its size, light and pace. */
const planes = ['far', 'near', 'middle'] as const

/** So long after it is shown the wall begins to move. */
const settleMs = 1200

/** Of the nearest column, so many are in view when the page opens, and come first; the others are its company. */
const priorityCount = 2

/** So many, or a column would end before the wall does. */
const minPerColumn = 4

interface PortraitWallProps {
  /** Null while they are loading. */
  characters: LandingCharacter[] | null
  className?: string
}

/**
 * Portraits on three planes that drift past, the near ones faster. For the eyes and the mouse alone: the same people can be
 * met by keyboard further down. It stands still under the pointer, at the press of its button, and when motion is unwanted.
 */
export function PortraitWall({ characters, className }: PortraitWallProps) {
  const [isPaused, setIsPaused] = useState(false)
  const drifts = useHasSettled()
  return (
    <div className={classNames('wall', drifts && 'wall-drifts', isPaused && 'wall-paused', className)}>
      <div aria-hidden className="wall-planes">
        {planes.map((plane, column) => (
          <div key={plane} className={`wall-column wall-${plane}`}>
            <div className="wall-track">
              <TrackHalf characters={characters} column={column} isFirst />
              {drifts && <TrackHalf characters={characters} column={column} />}
            </div>
          </div>
        ))}
      </div>
      <IconButton
        look="picture"
        size="s"
        label={isPaused ? 'Let the portraits drift' : 'Hold the portraits still'}
        icon={isPaused ? <Play /> : <Pause />}
        className="wall-button motion-reduce:hidden"
        onClick={() => setIsPaused(!isPaused)}
      />
    </div>
  )
}

/** Whether the page has come to rest: what moves must not hold up what is still coming. */
function useHasSettled(): boolean {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  return rests
}

interface TrackHalfProps {
  characters: LandingCharacter[] | null
  column: number
  isFirst?: boolean
}

/** What passes by before it begins again. */
function TrackHalf({ characters, column, isFirst = false }: TrackHalfProps) {
  const own = columnOf(characters ?? [], column)
  const isNear = planes[column] === 'near'
  // What is drawn ahead has the nearest alone: the words come before the company of the others.
  const isToCome = characters === null || (isDrawnAhead && !isNear)
  if (own.length === 0 || isToCome) {
    return Array.from({ length: minPerColumn }, (_, index) => (
      <BlankPortrait key={index} tone={((index * 2 + column * 3) % 6) + 1} isLoading={isToCome} />
    ))
  }
  // One face over and over would be a hall of mirrors: among few, every other place stays empty.
  const isSparse = (characters?.length ?? 0) < planes.length
  return own.map((character, index) =>
    isSparse && index % 2 !== column % 2 ? (
      <BlankPortrait key={index} tone={((index + column) % 6) + 1} isLoading={false} />
    ) : (
      <Portrait key={index} character={character} isPriority={isFirst && isNear && index < priorityCount} />
    )
  )
}

/** Every third one, so that nobody is seen twice at once, and again from the start until the column is long enough. */
function columnOf(characters: LandingCharacter[], column: number): LandingCharacter[] {
  const own = characters.filter(
    (_, index) => index % planes.length === column % Math.min(planes.length, characters.length)
  )
  if (own.length === 0) return []
  return Array.from({ length: Math.ceil(minPerColumn / own.length) }, () => own).flat()
}

function Portrait({ character, isPriority }: { character: LandingCharacter; isPriority: boolean }) {
  const line = character.opening && spokenLine(character.opening)
  return (
    <a href={chatAddress(character.id)} tabIndex={-1} draggable={false} className="portrait group">
      <Picture
        address={character.avatar}
        name={character.name}
        sizes="(min-width: 64rem) 23vw, 44vw"
        isPriority={isPriority}
        isEager
        className="absolute! inset-0 size-full"
        initialsClassName="text-display"
      />
      <span className="portrait-veil" />
      <CardLight />
      <span className="portrait-words">
        <span className="portrait-name">{character.name}</span>
        <span className={classNames('portrait-line', !line && 'opacity-0')}>{line}</span>
      </span>
    </a>
  )
}

/** A place on the wall without a picture: someone who is still uncut. */
function BlankPortrait({ tone, isLoading }: { tone: number; isLoading: boolean }) {
  return (
    <div className={classNames('portrait portrait-blank', isLoading && 'gleam')} data-tone={tone}>
      {!isLoading && <Mark isPlain className="portrait-blank-mark" />}
    </div>
  )
}
