import { memo, Suspense, useRef } from 'react'
import { AiNotice } from '#web/components/shared/ai_notice'
import { lazyPart } from '#web/lib/lazy_part'
import type { MessageActions } from '../message_actions.ts'
import type { MessageStore } from '../reply/message_store.ts'
import { useMessage } from '../reply/use_messages.ts'
import type { ShownCharacter } from '#web/components/shared/shown_character'
import { useScriptedText } from '../scripts/use_display_scripts.ts'
import { shownText, type ChatNames } from '../shown_text.ts'
import { CharacterMessage } from './character_message.tsx'
import { MessageBranches } from './message_branches.tsx'
import { UserMessage } from './user_message.tsx'

const MessageEditor = lazyPart(async () => (await import('./message_editor.tsx')).MessageEditor)

interface MessageViewProps {
  store: MessageStore
  messageKey: string
  names: ChatNames
  character: ShownCharacter
  /** The index of the message among the loaded messages; null when all loaded messages are rendered. */
  index: number | null
  /** The number of messages in the chat; -1 when unknown. */
  count: number
  isFirst: boolean
  /** Whether the message above has the same author. */
  isContinued: boolean
  /** Whether the message is the answer at the end of the chat. */
  isLastAnswer: boolean
  isEditing: boolean
  /** Whether a character is left to answer. */
  canAnswer: boolean
  /** The notice that a machine writes, if it is shown above this message. */
  notice: string | undefined
  /** Whether the messages above no longer fit into the prompt. */
  isCutAbove: boolean
  actions: MessageActions
  onEdit: (key: string | null) => void
}

/** A message of the list. Renders again only when the message itself or a prop has changed. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const {
    store,
    messageKey,
    names,
    index,
    count,
    isFirst,
    isContinued,
    isLastAnswer,
    notice,
    isCutAbove,
    actions,
    onEdit,
  } = props
  const item = useMessage(store, messageKey, (item) => item)
  const content = useRef<HTMLDivElement>(null)
  const text = useScriptedText(messageKey, item ? shownText(item, names) : '')
  if (!item) return null
  const hasAlternates = isLastAnswer && item.alternates.length > 1 && item.writing === null
  const closeEditor = () => {
    onEdit(null)
    content.current?.focus({ preventScroll: true })
  }
  const message = { item, text, actions, onEdit: () => onEdit(item.key) }
  return (
    <li
      data-key={messageKey}
      aria-posinset={index === null ? undefined : index + 1}
      aria-setsize={index === null ? undefined : count}
      className={isFirst ? undefined : 'pt-10'}
    >
      {isCutAbove && <CutMarker />}
      <AiNotice text={notice} className="mb-8" />
      {/* The message is focusable, so that a tap shows the toolbar on devices without hover. */}
      <div
        ref={content}
        {...(hasAlternates ? { role: 'group', 'aria-label': 'Last answer' } : {})}
        tabIndex={hasAlternates ? 0 : -1}
        className="group relative rounded-control outline-offset-8 not-focus-visible:outline-none"
      >
        {props.isEditing ? (
          <Suspense fallback={<p className="text-read break-words whitespace-pre-wrap text-soft">{item.content}</p>}>
            <MessageEditor
              content={item.content}
              isUser={item.isUser}
              onSave={(content) => actions.edit(item.key, content)}
              onReply={
                item.isUser && props.canAnswer ? (content) => actions.editAndReply(item.key, content) : undefined
              }
              onClose={closeEditor}
            />
          </Suspense>
        ) : item.isUser ? (
          <UserMessage {...message} />
        ) : (
          <CharacterMessage
            message={message}
            names={names}
            character={props.character}
            isContinued={isContinued}
            // A hidden answer is no answer to go on from.
            isLastAnswer={isLastAnswer && !item.isHidden}
            isGreeting={!store.snapshot().hasWritten}
            onTurn={hasAlternates ? actions.turn : null}
          />
        )}
        <MessageBranches id={item.id} />
      </div>
    </li>
  )
})

/** A line that separates the messages left out of the prompt. Only the very first message above it is still in the prompt. */
function CutMarker() {
  return (
    <p className="mb-8 flex items-center gap-3 text-xs text-soft">
      <span aria-hidden className="flex-1 border-t border-dashed border-line-strong/60" />
      <span className="max-w-[70%] text-center text-balance">
        The model no longer sees the messages above this line
      </span>
      <span aria-hidden className="flex-1 border-t border-dashed border-line-strong/60" />
    </p>
  )
}
