import type { ModelTier } from '#modules/chat/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router-dom'
import { buttonClasses } from '../../../components/ui/button.tsx'
import { Picture } from '../../../components/ui/picture.tsx'
import { Rubies } from '../../../components/ui/rubies.tsx'
import { ModelSelect } from './model_select.tsx'

interface ChatHeaderProps {
  name: string
  avatar: string | null
  models: ModelTier[]
  model: ModelTier | undefined
  onModel: (tier: string) => void
  rubies: number
}

export function ChatHeader({ name, avatar, models, model, onModel, rubies }: ChatHeaderProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line px-2 py-2 sm:gap-3 sm:px-4">
      <Link to="/" aria-label="Back" className={buttonClasses('quiet', true)}>
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <Picture
        address={avatar}
        name={name}
        className="size-9 rounded-full max-[25rem]:hidden lg:hidden"
        initialsClassName="text-xs"
      />
      <h1 className="min-w-0 flex-1 truncate font-semibold tracking-tight">{name}</h1>
      <ModelSelect models={models} chosen={model} onChoose={onModel} />
      {/* On a phone the top bar's own balance is a thumb away. */}
      <span className="hidden pr-1 text-sm sm:block">
        <span className="sr-only">Balance: </span>
        <Rubies amount={rubies} />
      </span>
    </div>
  )
}
