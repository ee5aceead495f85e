import EyeOff from 'lucide-react/icons/eye-off'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import type { RenderedMessage } from './message_tools.tsx'

interface HiddenMarkProps extends Pick<RenderedMessage, 'item' | 'actions'> {
  className?: string
}

/** The mark of a message that the user has hidden from prompts, with a button to show it to the model again. */
export function HiddenMark({ item, actions, className }: HiddenMarkProps) {
  if (!item.isHidden) return null
  return (
    <p className={classNames('mt-2 flex flex-wrap items-center gap-x-2 text-sm text-soft', className)}>
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      Hidden from prompts
      <Button
        look="quiet"
        size="s"
        className="-ml-2 underline underline-offset-4"
        onClick={() => actions.hide(item.key, false)}
      >
        Show to the model
      </Button>
    </p>
  )
}
