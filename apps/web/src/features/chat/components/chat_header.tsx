import type { ModelTier } from '#modules/chat/api'
import type { Character } from '#modules/gallery/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { buttonClasses } from '../../../components/ui/button.tsx'
import { Rubies } from '../../../components/ui/rubies.tsx'
import { ModelSelect } from './model_select.tsx'

// Large screens have the panel, and never need it.
const CharacterSheet = lazy(async () => ({ default: (await import('./character_sheet.tsx')).CharacterSheet }))

interface ChatHeaderProps {
  name: string
  /** null when it was deleted: then there is nothing to tell about it. */
  character: Character | null
  models: ModelTier[]
  model: ModelTier | undefined
  onModel: (tier: string) => void
  rubies: number
}

/** The frame of the header, for what stands in its place as well. */
export const headerClasses =
  'relative flex min-h-15 items-center gap-1 border-b border-line bg-bg/85 px-2 py-2 sm:gap-3 sm:px-4'

export function ChatHeader({ name, character, models, model, onModel, rubies }: ChatHeaderProps) {
  return (
    <div className={headerClasses}>
      <Link to="/" aria-label="Back" title="Back" className={buttonClasses('quiet', true)}>
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <div className="min-w-0 flex-1">
        {/* The panel or the button beside it says the name to the eye. */}
        <h1 className={character ? 'sr-only' : 'display truncate text-lg'}>{name}</h1>
        {character && <About character={character} />}
      </div>
      <div className="min-w-0 shrink-0">
        <ModelSelect models={models} chosen={model} onChoose={onModel} />
      </div>
      {/* On a phone the top bar's own balance is a thumb away. */}
      <span className="hidden pr-1 text-sm sm:block">
        <span className="sr-only">Balance: </span>
        <Rubies amount={rubies} />
      </span>
    </div>
  )
}

function About({ character }: { character: Character }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`About ${character.name}`}
        className="-ml-1 flex min-h-touch max-w-full items-center gap-2.5 rounded-control px-1 text-left transition-colors hover:bg-hover lg:hidden"
        onClick={() => {
          setWasOpened(true)
          setIsOpen(true)
        }}
      >
        <Avatar address={character.avatar} name={character.name} size="s" />
        <span className="display line-clamp-2 min-w-0 text-ui leading-tight break-words sm:line-clamp-1 sm:text-lg">
          {character.name}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint max-[25rem]:hidden" />
      </button>
      {wasOpened && (
        <Suspense>
          <CharacterSheet character={character} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
