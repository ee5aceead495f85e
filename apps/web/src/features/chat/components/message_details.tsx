import { useContext } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { classNames } from '#web/lib/class_names'
import { isServerRender } from '#web/lib/server_render'
import { ModelsContext } from '../message_actions.ts'
import { messageTime } from '../message_time.ts'
import type { ChatItem } from '../reply/message_store.ts'

/** The time of a message and, for an answer, its model and price. */
export function MessageDetails({ item, isFirst = true }: { item: ChatItem; isFirst?: boolean }) {
  const { models } = useContext(ModelsContext)
  if (item.createdAt === null) return null
  const modelName = item.isUser ? null : (item.modelName ?? models.find(({ tier }) => tier === item.model)?.name)
  return (
    <p
      className={classNames(
        'flex items-center gap-1.5 text-xs whitespace-nowrap text-soft tabular-nums',
        isFirst && !item.isUser && 'pr-1'
      )}
    >
      <time dateTime={item.createdAt}>{isServerRender ? '' : messageTime(item.createdAt)}</time>
      {modelName && <span className="max-sm:hidden">· {modelName}</span>}
      {item.rubyCost > 0 && (
        <span className="inline-flex items-center gap-1">
          · <Rubies amount={item.rubyCost} />
        </span>
      )}
      {item.isEdited && <span>· edited</span>}
    </p>
  )
}
