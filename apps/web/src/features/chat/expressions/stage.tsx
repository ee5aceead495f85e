import type { Character } from '#modules/gallery/api'
import X from 'lucide-react/icons/x'
import { use } from 'react'
import { Picture } from '#web/components/shared/picture'
import { IconButton } from '#web/components/ui/icon_button'
import { classNames } from '#web/lib/class_names'
import { CharacterFace } from './character_face.tsx'
import { FacesContext } from './use_expressions.ts'

interface StageProps {
  /** The characters of the chat, without deleted ones. */
  characters: readonly Character[]
  onLeave: () => void
}

/** The figures above the last lines, in front of the chat's background. In a group, those that don't speak are dimmed. */
export function Stage({ characters, onLeave }: StageProps) {
  const faces = use(FacesContext)
  if (!faces) return null
  const isGroup = characters.length > 1
  return (
    <div
      role="group"
      aria-label="Stage"
      className="relative flex min-h-0 flex-1 items-end justify-center overflow-clip"
    >
      {characters.map((character) => {
        const isDimmed = isGroup && faces.speakerId !== null && faces.speakerId !== character.id
        return (
          <div
            key={character.id}
            className={classNames(
              'flex h-full min-w-0 flex-1 items-end justify-center pt-3 transition-[opacity,filter] duration-long ease-out motion-reduce:transition-none',
              isDimmed && 'opacity-45 grayscale-50'
            )}
          >
            {faces.faceOf(character.id) ? (
              <CharacterFace
                character={character}
                sizes={isGroup ? '40vw' : '(min-width: 64rem) 40rem, 90vw'}
                className="h-full max-w-full rounded-card focus-visible:-outline-offset-2"
                imageClassName="h-full w-auto! max-w-full object-contain object-bottom"
              />
            ) : (
              <Picture
                address={character.avatar}
                focus={character.avatarFocus}
                name={character.name}
                sizes="40vw"
                className="aspect-4/5 h-4/5 max-w-full shrink rounded-t-card"
                initialsClassName="text-4xl"
              />
            )}
          </div>
        )
      })}
      <IconButton
        label="Leave the stage"
        icon={<X />}
        className="absolute! top-2 right-2 rounded-full! bg-float/80 shadow-float"
        onClick={onLeave}
      />
    </div>
  )
}
