import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RotateCw from 'lucide-react/icons/rotate-cw'
import StepForward from 'lucide-react/icons/step-forward'
import { useState } from 'react'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { limits } from '#modules/chat/api'
import { countCodePoints } from '#web/lib/code_points'
import { lazyDialog, lazyPart } from '#web/lib/lazy_part'
import type { ChatItem } from '../reply/message_store.ts'
import type { ChatNames } from '../shown_text.ts'
import { SuggestButton } from '../suggestions/suggest_button.tsx'
import { touchClasses } from './message_toolbar.tsx'
import type { RenderedMessage } from './message_tools.tsx'
import { Price, usePricedLabel } from './price.tsx'

const AlternatesDialog = lazyDialog(async () => (await import('./alternates_dialog.tsx')).AlternatesDialog)
const AnswerMenu = lazyPart(async () => (await import('./answer_menu.tsx')).AnswerMenu)

interface AnswerActionsProps {
  message: RenderedMessage
  names: ChatNames
  /** Whether the answer is a greeting. Then the only action is to choose another greeting. */
  isGreeting: boolean
}

/**
 * The actions of the last answer: switch between alternates, continue, reroll. On phones, only the likelier one of both has its label, and
 * on narrow ones none beside alternates.
 */
export function AnswerActions({ message, names, isGreeting }: AnswerActionsProps) {
  const { item, actions } = message
  const priced = usePricedLabel()
  const [canContinue, isCut] = [canBeContinued(item), item.state !== 'complete' || item.isCut]
  const hasAlternates = item.alternates.length > 1
  const foldedLabel = 'max-sm:sr-only'
  const mainLabel = hasAlternates ? 'max-[24rem]:sr-only' : undefined
  const buttonClasses = 'px-2.5! max-[22rem]:px-1.5! phone:min-h-touch pointer-coarse:min-h-touch'
  if (isGreeting) return <Alternates message={message} names={names} />
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      {hasAlternates && <Alternates message={message} names={names} />}
      {canContinue && (
        <Button
          look="quiet"
          size="s"
          className={buttonClasses}
          title={priced('Continue this answer')}
          onClick={() => actions.continueAnswer()}
        >
          <StepForward aria-hidden className="size-4" />
          <span className={isCut ? mainLabel : foldedLabel}>Continue</span> <Price />
        </Button>
      )}
      <Button
        look="quiet"
        size="s"
        className={buttonClasses}
        title={priced('Write another answer')}
        onClick={() => actions.reroll()}
      >
        <RotateCw aria-hidden className="size-4" />
        <span className={canContinue && isCut ? foldedLabel : mainLabel}>Reroll</span> <Price />
      </Button>
      <SuggestButton className={buttonClasses} />
      <MoreMenu message={message} />
    </div>
  )
}

const canBeContinued = ({ content }: ChatItem) => countCodePoints(content) <= limits.answerMax

/** The buttons that switch between alternates. The counter opens the overview of all alternates. */
function Alternates({ message: { item, actions }, names }: Pick<AnswerActionsProps, 'message' | 'names'>) {
  const { key, selected, alternates } = item
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div role="group" aria-label="Answers" className="flex items-center">
      <IconButton
        size="s"
        label="Previous answer"
        className={touchClasses}
        icon={<ChevronLeft />}
        disabled={selected === 0}
        onClick={() => actions.choose(key, selected - 1)}
      />
      <span aria-live="polite">
        <Button
          look="quiet"
          size="s"
          title="Compare all answers"
          aria-haspopup="dialog"
          className="min-w-9 px-1! font-normal! tabular-nums"
          onClick={() => setIsOpen(true)}
        >
          <span>
            <span className="sr-only">Answer </span>
            {selected + 1}/{alternates.length}
          </span>
        </Button>
      </span>
      <IconButton
        size="s"
        label="Next answer"
        className={touchClasses}
        icon={<ChevronRight />}
        disabled={selected === alternates.length - 1}
        onClick={() => actions.choose(key, selected + 1)}
      />
      <AlternatesDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        item={item}
        names={names}
        onChoose={(index) => {
          actions.choose(key, index)
          setIsOpen(false)
        }}
      />
    </div>
  )
}

function MoreMenu({ message }: { message: RenderedMessage }) {
  const trigger = (
    <Button look="quiet" size="s" isIcon aria-label="More" title="More" className={touchClasses}>
      <span aria-hidden>
        <ChevronDown className="size-4 max-sm:hidden" />
        <Ellipsis className="size-4 sm:hidden" />
      </span>
    </Button>
  )
  return (
    <LazyMenu trigger={trigger}>
      <AnswerMenu message={message} trigger={trigger} />
    </LazyMenu>
  )
}
