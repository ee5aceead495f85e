import type { Character } from '#modules/gallery/api'
import { Picture } from '../../../components/ui/picture.tsx'

/** Who one is talking to, beside the chat on large screens. */
export function CharacterPanel({ character }: { character: Character }) {
  return (
    <aside
      aria-label={`About ${character.name}`}
      className="hidden w-72 shrink-0 overflow-y-auto border-r border-line p-5 lg:block"
    >
      <Picture
        address={character.avatar}
        name={character.name}
        className="aspect-4/5 w-full rounded-card"
        initialsClassName="text-6xl"
      />
      <h2 className="mt-4 text-xl font-semibold tracking-tight break-words">{character.name}</h2>
      <p className="text-sm text-faint">{character.category}</p>
      {character.description && <p className="mt-3 text-[0.9375rem] break-words text-soft">{character.description}</p>}
      {character.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-4 flex flex-wrap gap-1.5">
          {character.tags.map((tag) => (
            <li
              key={tag}
              className="rounded-full border border-line px-2.5 py-0.5 text-[0.8125rem] break-all text-soft"
            >
              {tag}
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
