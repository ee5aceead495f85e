import { visitorName } from '#modules/accounts/api'
import type { DemoMessage } from '#modules/chat/api'
import { welcomeRubies } from '#config/economy'
import { plainMessage } from '#modules/gallery/api'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useRef } from 'react'
import { previewText } from '#web/components/shared/preview_text'
import { MessageText } from '#web/components/text/message_text'
import { Button, buttonClasses } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { registerAddress, type LandingCharacter } from '../landing_character.ts'
import type { DemoConversation, DemoState } from '../demo_conversation.ts'

export { DemoConversation } from '../demo_conversation.ts'

interface DemoChatProps {
  character: LandingCharacter
  state: DemoState
  conversation: DemoConversation
}

/** The messages after the character's first one, and what follows the last one. */
export function DemoChat({ character, state, conversation }: DemoChatProps) {
  const { reply, problem, end } = state
  // The first of all is the character's opening message.
  const offset = character.opening ? 1 : 0
  const shown = (content: string, index: number) => previewText(content, character, visitorName, index + offset)
  const messages = state.messages.map((message, index) => ({ ...message, content: shown(message.content, index) }))
  const last = messages.at(-1)
  const announced = reply === null && last && !last.isUser ? plainMessage(last.content) : ''
  return (
    <>
      <ol aria-label={`Chat with ${character.name}`} className="mt-6 grid gap-6">
        {messages.map((message, index) => (
          <li key={index}>
            <DemoMessageView message={message} name={character.name} />
          </li>
        ))}
        {reply !== null && (
          <li aria-busy>
            <DemoReply text={shown(reply, messages.length)} name={character.name} />
          </li>
        )}
      </ol>
      <p role="status" className="sr-only">
        {reply === null ? announced : `${character.name} is writing`}
      </p>
      {problem !== null && (
        <div
          role="alert"
          className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui font-medium text-danger-text"
        >
          <CircleAlert aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 flex-1 basis-52 text-pretty">{problem}</span>
          <Button onClick={() => conversation.retry()}>Retry</Button>
        </div>
      )}
      {end === null && reply === null && problem === null && messages.length > 0 && (
        <a
          href={registerAddress(character.id, true)}
          className="mt-4 inline-flex min-h-touch items-center text-ui text-accent-text underline underline-offset-4"
        >
          Keep this chat
        </a>
      )}
      {end !== null && <Invitation character={character} end={end} isKept={messages.length > 0} />}
    </>
  )
}

function DemoMessageView({ message, name }: { message: DemoMessage; name: string }) {
  if (message.isUser)
    return (
      <div className="flex flex-col items-end pl-8 sm:pl-16">
        <span className="sr-only">You:</span>
        <div className="max-w-full animate-fade rounded-card rounded-br-[0.375rem] bg-bubble px-4.5 py-2.5 text-read leading-[1.55] break-words whitespace-pre-wrap">
          <MessageText text={message.content} />
        </div>
      </div>
    )
  return (
    <>
      <span className="sr-only">{name}:</span>
      <div className="break-words whitespace-pre-wrap">
        <MessageText text={message.content} />
      </div>
      {message.state === 'broken_off' && <p className="mt-2 text-sm text-soft">Interrupted</p>}
    </>
  )
}

function DemoReply({ text, name }: { text: string; name: string }) {
  return (
    <>
      <span className="sr-only">{name}:</span>
      <div className="break-words whitespace-pre-wrap">
        <MessageText text={text} isGrowing />
      </div>
    </>
  )
}

interface InvitationProps {
  character: LandingCharacter
  end: NonNullable<DemoState['end']>
  /** There is a chat to keep. */
  isKept: boolean
}

function Invitation({ character: { id, name }, end, isKept }: InvitationProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The message box, which had the focus, is gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <section
      aria-labelledby="keep-talking"
      className="mt-7 animate-fade rounded-card border border-line bg-sunken px-5 py-6 sm:px-6"
    >
      <h3 id="keep-talking" ref={heading} tabIndex={-1} className="display text-xl outline-none">
        Keep talking to {name}
      </h3>
      <p className="mt-2 text-ui text-pretty text-soft">
        {end === 'used_up' && 'Today’s free replies are used up. '}
        {isKept
          ? 'Create an account, and this chat is kept: it goes on where you are now.'
          : 'Create an account to start your own chat.'}
        {hasRubies() && ` The first ${welcomeRubies} rubies are on us.`}
      </p>
      <a href={registerAddress(id, isKept)} className={`${buttonClasses('primary')} mt-4`}>
        Create your account
      </a>
    </section>
  )
}
