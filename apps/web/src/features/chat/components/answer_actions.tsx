import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RotateCw from 'lucide-react/icons/rotate-cw'
import StepForward from 'lucide-react/icons/step-forward'
import { lazy, useContext } from 'react'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { Rubies } from '#web/components/shared/rubies'
import { limits } from '#modules/chat/api'
import { countCodePoints } from '#web/lib/code_points'
import { ModelsContext, type MessageActions } from '../message_actions.ts'
import type { ChatItem } from '../reply/message_store.ts'

const AnswerMenu = lazy(async () => ({ default: (await import('./answer_menu.tsx')).AnswerMenu }))

interface AnswerActionsProps {
  item: ChatItem
  actions: MessageActions
  onCopy: () => void
  onEdit: () => void
}

/** Actions of the last answer: switch between alternates, continue, reroll. */
export function AnswerActions({ item, actions, onCopy, onEdit }: AnswerActionsProps) {
  const { model } = useContext(ModelsContext)
  const price = model && <Rubies amount={model.cost} />
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      {item.alternates.length > 1 && <Alternates item={item} actions={actions} />}
      {canBeContinued(item) && (
        <Button
          look="quiet"
          size="s"
          className="px-2.5!"
          title="Continue this answer"
          onClick={() => actions.continueAnswer()}
        >
          <StepForward aria-hidden className="size-4" />
          <span>Continue</span> {price}
        </Button>
      )}
      <Button look="quiet" size="s" className="px-2.5!" title="Write another answer" onClick={() => actions.reroll()}>
        <RotateCw aria-hidden className="size-4" />
        <span className={canBeContinued(item) ? 'max-sm:sr-only' : undefined}>Reroll</span> {price}
      </Button>
      <MoreMenu actions={actions} itemKey={item.key} onCopy={onCopy} onEdit={onEdit} />
    </div>
  )
}

const canBeContinued = ({ state, isCut, content }: ChatItem) =>
  (state !== 'complete' || isCut) && countCodePoints(content) <= limits.answerMax

function Alternates({ item, actions }: { item: ChatItem; actions: MessageActions }) {
  const { key, selected, alternates } = item
  return (
    <div role="group" aria-label="Answers" className="flex items-center">
      <IconButton
        size="s"
        label="Previous answer"
        icon={<ChevronLeft />}
        disabled={selected === 0}
        onClick={() => actions.choose(key, selected - 1)}
      />
      <span aria-live="polite" className="min-w-8 text-center text-sm text-soft tabular-nums">
        <span className="sr-only">Answer </span>
        {selected + 1}/{alternates.length}
      </span>
      <IconButton
        size="s"
        label="Next answer"
        icon={<ChevronRight />}
        disabled={selected === alternates.length - 1}
        onClick={() => actions.choose(key, selected + 1)}
      />
    </div>
  )
}

interface MoreMenuProps {
  itemKey: string
  actions: MessageActions
  onCopy: () => void
  onEdit: () => void
}

function MoreMenu({ itemKey, actions, onCopy, onEdit }: MoreMenuProps) {
  const trigger = (
    <Button look="quiet" size="s" isIcon aria-label="More" title="More">
      <span aria-hidden>
        <ChevronDown className="size-4 max-sm:hidden" />
        <Ellipsis className="size-4 sm:hidden" />
      </span>
    </Button>
  )
  return (
    <LazyMenu trigger={trigger}>
      <AnswerMenu itemKey={itemKey} actions={actions} onCopy={onCopy} onEdit={onEdit} trigger={trigger} />
    </LazyMenu>
  )
}
