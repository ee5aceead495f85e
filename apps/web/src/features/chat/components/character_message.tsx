import { declines } from '#modules/chat/api'
import Scissors from 'lucide-react/icons/scissors'
import Square from 'lucide-react/icons/square'
import Unlink from 'lucide-react/icons/unlink'
import { use, useRef, type ReactNode } from 'react'
import { Avatar } from '#web/components/shared/avatar'
import { MessageText } from '#web/components/text/message_text'
import { hasRubies } from '#web/lib/has_rubies'
import { classNames } from '#web/lib/class_names'
import { MembersContext } from '../message_actions.ts'
import { MessagePictures } from '../pictures/message_pictures.tsx'
import type { ChatItem } from '../reply/message_store.ts'
import type { ShownCharacter } from '#web/components/shared/shown_character'
import type { ChatNames } from '../shown_text.ts'
import { useSwipeSideways } from '../use_swipe_sideways.ts'
import { AnswerActions } from './answer_actions.tsx'
import { HiddenMark } from './hidden_mark.tsx'
import { MessageDetails } from './message_details.tsx'
import { MessageToolbar, quietClasses } from './message_toolbar.tsx'
import type { RenderedMessage } from './message_tools.tsx'
import { ReplyPulse } from './reply_pulse.tsx'
import { Thinking } from './thinking.tsx'

interface CharacterMessageProps {
  message: RenderedMessage
  names: ChatNames
  character: ShownCharacter
  /** Whether the message above is by the same character. */
  isContinued: boolean
  /** Whether the chat can go on from this answer. */
  isLastAnswer: boolean
  /** Whether the user hasn't written in this chat yet. A greeting can't be rerolled. */
  isGreeting: boolean
  /** Shows the next or previous alternate; null when there is none. */
  onTurn: ((step: number) => void) | null
}

export function CharacterMessage(props: CharacterMessageProps) {
  const { message, isContinued, isLastAnswer, isGreeting, onTurn } = props
  const { item, text, actions } = message
  const member = use(MembersContext).get(item.characterId ?? '')
  const character = member ?? props.character
  const names = item.speaker === null ? props.names : { ...props.names, character: member?.name ?? item.speaker }
  const textBox = useRef<HTMLDivElement>(null)
  const swipe = useSwipeSideways(textBox, (step) => onTurn?.(step), onTurn !== null)
  // The key changes with the alternate. Otherwise, another alternate would count as new words of the old one and fade in.
  const alternate = item.writing === 'reroll' ? Math.max(1, item.alternates.length) : item.selected
  return (
    <>
      {isContinued || item.status === 'failed' ? (
        <span className="sr-only">{names.character}:</span>
      ) : (
        <p className="mb-1.5 flex items-center gap-2.5">
          {/* The avatar is in the margin, except on phones. */}
          <Avatar
            address={character.avatar}
            name={character.initialsOf}
            focus={character.avatarFocus}
            size="s"
            className={classNames('sm:absolute sm:top-0 sm:-left-14', character.avatarClasses)}
          />
          <span className="display min-w-0 text-lg leading-9 wrap-anywhere">{names.character}</span>
        </p>
      )}
      <div
        ref={textBox}
        {...swipe}
        className={classNames(
          'text-read break-words whitespace-pre-wrap',
          item.isHidden && 'text-soft',
          onTurn && 'touch-pan-y'
        )}
      >
        <MessageText
          key={alternate}
          text={text}
          isGrowing={item.status === 'streaming' || (item.status === 'pending' && text !== '')}
        />
      </div>
      {item.thinking && (item.status === 'pending' || item.status === 'streaming') && <Thinking text={item.thinking} />}
      {/* The placeholder is as high as the line of text that replaces it. */}
      {item.status === 'pending' && text === '' && (
        <p className="flex items-center gap-2.5 text-read text-soft">
          <ReplyPulse />
          Generating...
        </p>
      )}
      <EndNote item={item} />
      <MessagePictures item={item} className="mt-4" />
      <HiddenMark {...message} />
      {item.status === 'sent' && item.id !== null && (
        <div className="absolute inset-x-0 top-full z-10 flex flex-wrap items-center justify-between gap-x-2 pt-0.5">
          {isLastAnswer && (
            <div className="-ml-2">
              <AnswerActions message={message} names={names} isGreeting={isGreeting} />
            </div>
          )}
          <div
            className={classNames(
              'flex min-h-9 items-center gap-1',
              quietClasses,
              // On phones, the menu of the last answer has these tools.
              isLastAnswer && !isGreeting && (item.isFallback ? 'max-sm:*:[[role=toolbar]]:hidden' : 'max-sm:hidden')
            )}
          >
            <MessageDetails item={item} isFirst={!isLastAnswer} onOpen={() => actions.showDetails(item.key)} />
            <MessageToolbar {...message} />
          </div>
        </div>
      )}
      {item.writing !== null && item.alternates.length > 0 && (
        <p className="absolute top-full left-0 pt-2 text-sm text-soft tabular-nums">
          {item.writing === 'reroll'
            ? `${item.alternates.length + 1}/${item.alternates.length + 1}`
            : `${item.selected + 1}/${item.alternates.length}`}
        </p>
      )}
    </>
  )
}

/** A note on why a reply ended early. */
function EndNote({ item: { status, state, isCut, rubyCost, declined } }: { item: ChatItem }) {
  if (status === 'failed') return <Note>No reply</Note>
  if (status !== 'sent') return null
  if (state === 'stopped') {
    return <Note icon={<Square className="size-3 fill-current" />}>{declined ? declines[declined] : 'Stopped'}</Note>
  }
  if (state === 'broken_off') {
    return (
      <Note icon={<Unlink className="size-3.5" />}>
        Interrupted. {rubyCost === 0 && hasRubies() && 'This reply was free.'}
      </Note>
    )
  }
  if (state === 'complete' && isCut) {
    return <Note icon={<Scissors className="size-3.5" />}>Cut off at the model&rsquo;s length limit</Note>
  }
  return null
}

function Note({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-3 flex items-center gap-3 text-sm text-soft">
      {icon && (
        <span aria-hidden className="inline-flex items-center gap-3">
          <span className="w-8 border-t border-line-strong" />
          {icon}
        </span>
      )}
      <span>{children}</span>
    </p>
  )
}
