import type { CharacterSummary } from '#modules/gallery/api'
import EyeOff from 'lucide-react/icons/eye-off'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import { memo, type ReactNode } from 'react'
import { Picture } from '../../../components/ui/picture.tsx'

interface CharacterCardProps {
  character: CharacterSummary
  /** Adult, and the viewer has not enabled that. */
  isCovered: boolean
  onChoose: (character: CharacterSummary) => void
}

export const CharacterCard = memo(function CharacterCard({ character, isCovered, onChoose }: CharacterCardProps) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised transition-[border-color,translate] duration-200 focus-within:border-line-strong hover:border-line-strong motion-safe:hover:-translate-y-0.5">
      <div className="relative">
        <Picture
          address={character.avatar}
          name={character.name}
          className="aspect-4/5 w-full"
          initialsClassName="text-5xl tracking-tight opacity-90"
        />
        {isCovered && <AdultCover />}
      </div>
      <div className="flex flex-1 flex-col p-3.5 sm:p-4">
        <h2 className="font-semibold tracking-tight break-words">
          {isCovered ? (
            character.name
          ) : (
            // The button covers the whole card, so that a tap anywhere counts and a reader hears the name only.
            <button
              type="button"
              aria-haspopup="dialog"
              className="text-left after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              onClick={() => onChoose(character)}
            >
              {character.name}
            </button>
          )}
        </h2>
        {character.description && <p className="mt-1 line-clamp-2 text-sm text-soft">{character.description}</p>}
        <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-3 text-[0.8125rem] text-faint">
          <Count icon={<Heart aria-hidden className="size-3.5" />} value={character.likes} label="likes" />
          <Count
            icon={<MessageCircle aria-hidden className="size-3.5" />}
            value={character.messageCount}
            label="messages"
          />
          <span className="ml-auto truncate max-sm:hidden">{character.category}</span>
        </div>
      </div>
    </article>
  )
})

function AdultCover() {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-[#140d18]/90 p-4 text-center text-white">
      <EyeOff aria-hidden className="mb-2 size-6 opacity-80" />
      <p className="font-semibold">Adult Content</p>
      <p className="text-sm text-white/80">Enable in Settings</p>
    </div>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function Count({ icon, value, label }: { icon: ReactNode; value: number; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      {icon}
      {compact.format(value)}
      <span className="sr-only"> {label}</span>
    </span>
  )
}
