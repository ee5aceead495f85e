import { useEffect, useState, type CSSProperties } from 'react'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { CardHighlight } from '#web/components/ui/card'
import { IconButton } from '#web/components/ui/icon_button'
import { LogoMark } from '#web/components/ui/logo_mark'
import { Picture } from '#web/components/shared/picture'
import { isServerRender } from '#web/lib/server_render'
import { classNames } from '#web/lib/class_names'
import { registerAddress, type LandingCharacter } from '../landing_character.ts'

/** The columns in document order. `landing.css` sets their size, brightness and speed. */
const planes = ['far', 'near', 'middle'] as const

/** The delay before the wall starts to move. */
const settleMs = 1200

/** The portraits of the nearest column that are visible at first and load with priority. */
const priorityCount = 2

/** The minimum that fills a column. */
const minPerColumn = 4

interface PortraitWallProps {
  /** Null while loading. */
  characters: LandingCharacter[] | null
  className?: string
}

/**
 * Three columns of portraits that drift at different speeds. Hidden from assistive technology; the same characters are reachable by
 * keyboard further down. Pauses on hover, by its button, and with reduced motion.
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
        label={isPaused ? 'Play animation' : 'Pause animation'}
        icon={isPaused ? <Play /> : <Pause />}
        className="wall-button motion-reduce:hidden"
        onClick={() => setIsPaused(!isPaused)}
      />
    </div>
  )
}

/** Whether the page has settled: animating earlier would delay loading. */
function useHasSettled(): boolean {
  const [hasSettled, setHasSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  return hasSettled
}

interface TrackHalfProps {
  characters: LandingCharacter[] | null
  column: number
  isFirst?: boolean
}

/** One half of a track; the animation loops after it. */
function TrackHalf({ characters, column, isFirst = false }: TrackHalfProps) {
  const own = columnOf(characters ?? [], column)
  const isNear = planes[column] === 'near'
  // The server renders only the nearest column, so that text comes before pictures.
  const isPending = characters === null || (isServerRender && !isNear)
  if (own.length === 0 || isPending) {
    return Array.from({ length: minPerColumn }, (_, index) => (
      <BlankPortrait key={index} tone={((index * 2 + column * 3) % 6) + 1} isLoading={isPending} />
    ))
  }
  // With few characters, leave every other place empty instead of repeating faces.
  const isSparse = (characters?.length ?? 0) < planes.length
  return own.map((character, index) =>
    isSparse && index % 2 !== column % 2 ? (
      <BlankPortrait key={index} tone={((index + column) % 6) + 1} isLoading={false} />
    ) : (
      <Portrait key={index} character={character} isPriority={isFirst && isNear && index < priorityCount} />
    )
  )
}

/** Every third character, so that columns don't share faces, repeated until the column is filled. */
function columnOf(characters: LandingCharacter[], column: number): LandingCharacter[] {
  const own = characters.filter(
    (_, index) => index % planes.length === column % Math.min(planes.length, characters.length)
  )
  if (own.length === 0) return []
  return Array.from({ length: Math.ceil(minPerColumn / own.length) }, () => own).flat()
}

function Portrait({ character, isPriority }: { character: LandingCharacter; isPriority: boolean }) {
  const { line } = character
  return (
    <a href={registerAddress(character.id, false)} tabIndex={-1} draggable={false} className="portrait group">
      <Picture
        address={character.avatar}
        focus={character.avatarFocus}
        name={character.name}
        sizes="(min-width: 64rem) 23vw, 44vw"
        isPriority={isPriority}
        isEager
        className="absolute! inset-0 size-full"
        initialsClassName="text-display"
      />
      <span className="portrait-veil" />
      <CardHighlight />
      <span className="portrait-words">
        <span className="portrait-name">{character.name}</span>
        <span className={classNames('portrait-line', !line && 'opacity-0')}>{line}</span>
      </span>
    </a>
  )
}

/** A place without a portrait. */
function BlankPortrait({ tone, isLoading }: { tone: number; isLoading: boolean }) {
  return (
    <div
      className={classNames('portrait portrait-blank', isLoading && 'gleam')}
      style={{ '--blank': `var(--tone-${tone})` } as CSSProperties}
    >
      {!isLoading && <LogoMark isPlain className="portrait-blank-mark" />}
    </div>
  )
}
