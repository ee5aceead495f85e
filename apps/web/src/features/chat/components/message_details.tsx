import { useContext } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { classNames } from '#web/lib/class_names'
import { hasRubies } from '#web/lib/has_rubies'
import { isServerRender } from '#web/lib/server_render'
import { ModelsContext } from '../message_actions.ts'
import { messageTime } from '../message_time.ts'
import type { ChatItem } from '../reply/message_store.ts'

interface MessageDetailsProps {
  item: ChatItem
  isFirst?: boolean
  /** Opens the details of an answer. The keyboard reaches them by the message's menu. */
  onOpen?: () => void
}

/** The time of a message and, for an answer, its model and price. */
export function MessageDetails({ item, isFirst = true, onOpen }: MessageDetailsProps) {
  const { models } = useContext(ModelsContext)
  if (item.createdAt === null) return null
  const modelName = item.isUser ? null : (item.modelName ?? models.find(({ tier }) => tier === item.model)?.name)
  const classes = classNames(
    'flex items-center gap-1.5 text-xs whitespace-nowrap text-soft tabular-nums',
    isFirst && !item.isUser && 'pr-1'
  )
  const details = (
    <>
      <time dateTime={item.createdAt}>{isServerRender ? '' : messageTime(item.createdAt)}</time>
      {modelName && <span className="max-sm:hidden">· {modelName}</span>}
      {item.rubyCost > 0 && hasRubies() && (
        <span className="inline-flex items-center gap-1">
          · <Rubies amount={item.rubyCost} />
        </span>
      )}
      {item.isFallback && <span>· fallback</span>}
      {item.isEdited && <span>· edited</span>}
    </>
  )
  if (!onOpen || item.model === null) return <p className={classes}>{details}</p>
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-haspopup="dialog"
      title="Details of this answer"
      className={classNames(classes, 'min-h-9 rounded-control hover:text-text phone:min-h-touch')}
      onClick={onOpen}
    >
      <span className="sr-only">Details:</span>
      {details}
    </button>
  )
}
