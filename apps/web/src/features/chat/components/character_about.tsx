import type { Character } from '#modules/gallery/api'
import type { ReactNode } from 'react'
import { Tag } from '#web/components/ui/tag'
import { FoldedScenario } from './folded_scenario.tsx'

interface CharacterAboutProps {
  character: Character
  /** Content between the description and the tags. */
  children?: ReactNode
}

export function CharacterAbout({ character: { category, description, tags }, children }: CharacterAboutProps) {
  return (
    <>
      <p className="text-sm text-soft">{category}</p>
      {description && <p className="mt-4 text-ui leading-relaxed break-words whitespace-pre-wrap">{description}</p>}
      {children}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Tag name={tag} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The scenario of the chat, for `CharacterAbout`. */
export const AboutScenario = ({ text }: { text: string }) => (
  <>
    <h3 className="mt-6 mb-1 text-sm font-semibold text-soft">Scenario</h3>
    <FoldedScenario text={text} foldedClasses="line-clamp-6" lettersMax={180} className="text-ui leading-relaxed" />
  </>
)
