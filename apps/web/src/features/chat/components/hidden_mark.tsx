import EyeOff from 'lucide-react/icons/eye-off'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'

interface HiddenMarkProps {
  isShown: boolean
  onShow: () => void
  className?: string
}

/** The mark of a message that the user has hidden from prompts, with a button to show it to the model again. */
export function HiddenMark({ isShown, onShow, className }: HiddenMarkProps) {
  if (!isShown) return null
  return (
    <p className={classNames('mt-2 flex flex-wrap items-center gap-x-2 text-sm text-soft', className)}>
      <EyeOff aria-hidden className="size-3.5 shrink-0" />
      Hidden from prompts
      <Button look="quiet" size="s" className="-ml-2 underline underline-offset-4" onClick={onShow}>
        Show to the model
      </Button>
    </p>
  )
}
