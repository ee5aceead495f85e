import type { Character } from '#modules/gallery/api'
import { Picture } from '#web/components/shared/picture'
import { CharacterAbout } from './character_about.tsx'

/** Shared with the skeleton. */
export const panelClasses = 'hidden w-72 shrink-0 border-r border-line bg-bg lg:block 2xl:w-80'

/** The character beside the chat, on large screens. */
export function CharacterPanel({ character }: { character: Character }) {
  return (
    <aside aria-label={`About ${character.name}`} className={`${panelClasses} overflow-y-auto overscroll-contain p-5`}>
      <Picture
        address={character.avatar}
        name={character.name}
        sizes="20rem"
        className="aspect-4/5 w-full rounded-card shadow-card"
        initialsClassName="text-6xl"
      />
      <h2 className="display mt-5 text-2xl break-words">{character.name}</h2>
      <CharacterAbout character={character} />
    </aside>
  )
}
