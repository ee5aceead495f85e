import type { PromptView, PromptViewLore, PromptViewPart } from '#modules/chat/api'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useContext } from 'react'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { browser } from '#web/lib/browser'
import { saveFile } from '#web/lib/save_file'
import { countOf } from '#web/lib/count_of'
import { toast, toastFailure } from '#web/lib/toasts'
import { HiddenMessages } from './cut_texts.tsx'
import { MessageLink } from './message_link.tsx'
import { promptText } from './prompt_text.ts'
import { ShowMessageContext } from './show_message.ts'

interface PromptPiecesProps {
  prompt: PromptView
  fileName: string
}

/** All texts of a prompt in order, and the reasons why lorebook entries are used or not. */
export function PromptPieces({ prompt, fileName }: PromptPiecesProps) {
  const { parts, messages, lore, cutMessages, hiddenMessages, template } = prompt
  const unused = lore.filter(({ isUsed }) => !isUsed)
  const copy = () =>
    void browser.copy(promptText(prompt)).then(
      () => toast('Copied'),
      () => toastFailure('Error', 'Failed to copy the prompt')
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <section aria-label="The whole prompt">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-ui font-semibold">The whole prompt</h3>
          <div className="flex gap-2">
            <Button size="s" onClick={copy}>
              <Copy aria-hidden className="size-4" />
              Copy
            </Button>
            <Button size="s" onClick={() => saveFile(fileName, 'text/plain', promptText(prompt))}>
              <Download aria-hidden className="size-4" />
              Save as text
            </Button>
          </div>
        </div>
        <ol className="mt-3 grid grid-cols-1 gap-1.5">
          {parts.map((part, index) => part.role === 'system' && <Piece key={index} {...part} title={titleOf(part)} />)}
          {messages.flatMap(({ role, pieces }, at) =>
            pieces.map((piece, index) => {
              const key = `${at} ${index}`
              if (!('part' in piece))
                return <Piece key={key} {...piece} title={role === 'user' ? 'You:' : 'Character:'} />
              const part = parts[piece.part]
              return part && <Piece key={key} {...part} title={titleOf(part)} />
            })
          )}
          {template !== undefined && <Piece title="How the model’s provider writes the messages" text={template} />}
        </ol>
        {cutMessages > 0 && (
          <p className="mt-3 text-sm text-soft">
            Left out: {cutMessages.toLocaleString('en')} {cutMessages === 1 ? 'message' : 'messages'} of this chat.
          </p>
        )}
        <HiddenMessages count={hiddenMessages} />
      </section>
      {lore.length > 0 && (
        <section aria-label="Entries of lorebooks">
          <h3 className="text-ui font-semibold">Entries of lorebooks</h3>
          <LoreList entries={lore.filter(({ isUsed }) => isUsed)} messages={messages} />
          {unused.length > 0 && (
            <details className="mt-2 text-sm">
              <summary className="flex min-h-touch cursor-pointer items-center rounded-control text-soft hover:text-text">
                {countOf(unused.length, 'entry', 'entries')} not used
              </summary>
              <LoreList entries={unused} messages={messages} />
            </details>
          )}
        </section>
      )}
    </div>
  )
}

function LoreList({ entries, messages }: Pick<PromptView, 'messages'> & { entries: readonly PromptViewLore[] }) {
  return (
    <ul className="mt-2 grid grid-cols-1 gap-2 text-sm">
      {entries.map((entry, index) => (
        <LoreEntry key={index} entry={entry} said={entry.messageId && textOf(messages, entry.messageId)} />
      ))}
    </ul>
  )
}

const titleOf = ({ kind, title }: PromptViewPart) =>
  kind === 'provider' ? 'Added by the model’s provider' : (title ?? 'Instructions')

const textOf = (messages: PromptView['messages'], id: string) => {
  for (const { pieces } of messages)
    for (const piece of pieces) if ('messageId' in piece && piece.messageId === id) return piece.text ?? undefined
  return undefined
}

interface PieceProps {
  title: string
  tokens?: number
  cutTokens?: number
  text: string | null
}

/** More than a row contains. */
const firstLetters = 160

function Piece({ title, tokens, cutTokens, text }: PieceProps) {
  // The row's title says the same as the mark at the beginning of a text.
  const words = text
    ?.replace(/^<<[^<>\n]{1,80}>>/, '')
    .slice(0, firstLetters)
    .replace(/\s+/g, ' ')
    .trim()
  const head = (
    <>
      <span className="min-w-0 flex-1 truncate">
        {title}
        {words && (
          <>
            {' '}
            <span dir="auto" className="text-soft">
              {words}
            </span>
          </>
        )}
      </span>
      {cutTokens !== undefined && <span className="text-soft">shortened by {cutTokens.toLocaleString('en')}</span>}
      {text === null && <span className="text-soft">Hidden</span>}
      {tokens !== undefined && (
        <span className="text-soft tabular-nums">
          {tokens.toLocaleString('en')}
          <span className="sr-only"> tokens</span>
        </span>
      )}
    </>
  )
  const headClasses = 'flex min-h-touch items-center gap-2.5 px-3 text-sm'
  return (
    <li className="rounded-panel border border-line">
      {text === null ? (
        <p className={headClasses}>{head}</p>
      ) : (
        <details>
          <summary className={`${headClasses} cursor-pointer rounded-panel hover:bg-hover`}>{head}</summary>
          <pre
            dir="auto"
            className="border-t border-line px-3 py-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </pre>
        </details>
      )}
    </li>
  )
}

interface LoreEntryProps {
  entry: PromptViewLore
  /** The text of the message that contains the key, if the prompt includes that message. */
  said: string | undefined
}

function LoreEntry({ entry: { name, isUsed, because, messageId, tokens }, said }: LoreEntryProps) {
  const showMessage = useContext(ShowMessageContext)
  return (
    <li>
      <p className="flex items-center gap-2">
        <span className="min-w-0 truncate font-semibold">{name}</span>
        <Badge tone={isUsed ? 'success' : 'neutral'}>{isUsed ? 'Used' : 'Not used'}</Badge>
        {tokens !== undefined && (
          <span className="shrink-0 text-soft tabular-nums">{tokens.toLocaleString('en')} tokens</span>
        )}
      </p>
      <p className="wrap-anywhere text-soft">{because}</p>
      {messageId !== undefined && showMessage && (
        <MessageLink label="Show the message" text={said} onClick={() => showMessage(messageId)} />
      )}
    </li>
  )
}
