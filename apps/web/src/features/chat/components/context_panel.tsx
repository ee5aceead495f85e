import type { ChatContext, ChatSession, ShortenedText } from '#modules/chat/api'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Skeleton } from '#web/components/ui/skeleton'
import { useSavedPins } from '../use_saved_pins.ts'
import { ChatLorebooks } from './chat_lorebooks.tsx'
import { PinsEditor } from './pins_editor.tsx'

type Kind = ChatContext['parts'][number]['kind'] | 'history'

const names: Record<Kind, string> = {
  instructions: 'Instructions',
  creator: 'Creator’s instructions',
  lore: 'Lorebooks',
  character: 'Character',
  scenario: 'Scenario',
  persona: 'Your persona',
  pins: 'Pinned facts',
  examples: 'Examples',
  note: 'Note at a depth',
  reminder: 'Creator’s reminder',
  history: 'History',
}
const shortened: Record<ShortenedText, string> = {
  description: 'the description',
  personality: 'the personality',
  backstory: 'the backstory',
  scenario: 'the scenario',
  persona: 'your persona',
  pins: 'the pinned facts',
  systemPrompt: 'the creator’s instructions',
  postHistoryInstructions: 'the creator’s reminder',
  depthNote: 'the note at a depth',
  exampleDialogue: 'the examples',
}
const fills: Record<Kind, string> = {
  instructions: 'var(--line-strong)',
  creator: 'var(--tone-1)',
  lore: 'var(--gem-1)',
  character: 'var(--gem-4)',
  scenario: 'var(--tone-2)',
  persona: 'var(--tone-3)',
  pins: 'var(--tone-5)',
  examples: 'var(--tone-4)',
  note: 'var(--gem-3)',
  reminder: 'var(--tone-6)',
  history: 'var(--gem-2)',
}

interface ContextPanelProps {
  isOpen: boolean
  onClose: () => void
  context: ChatContext | undefined
  hasFailed: boolean
  onRetry: () => void
  modelName: string
  session: ChatSession
  onSession: (session: ChatSession) => void
}

/** The parts of the next prompt with their token counts, the pinned facts and the lorebooks of the chat. */
export function ContextPanel(props: ContextPanelProps) {
  const { isOpen, onClose, context, hasFailed, onRetry, modelName, session, onSession } = props
  // Not in the editor, which unmounts with the panel: unsaved facts must survive closing it.
  const saving = useSavedPins({ session, onSession, isShown: isOpen })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="What the model sees"
      description={`Everything ${modelName} gets for the next reply. Token counts are estimates.`}
    >
      {context ? (
        <Parts context={context} />
      ) : hasFailed ? (
        <div className="mt-5 flex flex-wrap items-center gap-3 text-sm text-soft">
          <p role="alert">Couldn’t load the context.</p>
          <Button size="s" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <div role="status" className="mt-5 grid gap-3">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-2/3" />
        </div>
      )}
      <PinsEditor facts={saving.unsaved() ?? session.pins} saving={saving} />
      <ChatLorebooks sessionId={session.id} />
    </Dialog>
  )
}

function Parts({ context }: { context: ChatContext }) {
  const { parts, history, contextTokens, outputTokens, usedTokens, cut = [] } = context
  const budget = contextTokens - outputTokens
  const rows: { kind: Kind; tokens: number }[] = [...parts, { kind: 'history', tokens: history.tokens }]
  const count = history.messages.length
  return (
    <>
      <div aria-hidden className="mt-5 flex h-2.5 gap-px overflow-clip rounded-full bg-hover">
        {rows.map(({ kind, tokens }) => (
          <span
            key={kind}
            className="min-w-0"
            style={{ width: `${(tokens / Math.max(budget, usedTokens)) * 100}%`, background: fills[kind] }}
          />
        ))}
      </div>
      <dl className="mt-3.5 grid gap-1.5 text-sm">
        {rows.map(({ kind, tokens }) => (
          <Row key={kind} name={names[kind]} fill={fills[kind]} tokens={tokens} isFaint={tokens === 0}>
            {kind === 'history' && ` (${count} ${count === 1 ? 'message' : 'messages'})`}
          </Row>
        ))}
        <Row name="Free" fill="var(--bg-hover)" tokens={Math.max(0, budget - usedTokens)} isFaint />
        <Row name="Reserved for the reply" fill={null} tokens={outputTokens} isFaint />
      </dl>
      {cut.length > 0 && (
        <p className="mt-3 rounded-panel bg-warning px-3.5 py-2.5 text-sm text-warning-text">
          Shortened to fit this model:{' '}
          {cut.map(({ text, tokens }) => `${shortened[text]} (by ${tokens.toLocaleString('en')} tokens)`).join(', ')}.
        </p>
      )}
      {history.cutMessages > 0 && (
        <p className="mt-3 rounded-panel bg-warning px-3.5 py-2.5 text-sm text-warning-text">
          Left out because the context is full: {history.cutMessages.toLocaleString('en')}{' '}
          {history.cutMessages === 1 ? 'message' : 'messages'} after the first one. A line in the chat shows where. Pin
          the facts that the model must not forget.
        </p>
      )}
    </>
  )
}

interface RowProps {
  name: string
  fill: string | null
  tokens: number
  isFaint?: boolean
  children?: React.ReactNode
}

function Row({ name, fill, tokens, isFaint = false, children }: RowProps) {
  return (
    <div className={`flex items-center gap-2.5 ${isFaint ? 'text-soft' : ''}`}>
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-[3px] border border-line-strong/40"
        style={fill === null ? { borderStyle: 'dashed' } : { background: fill }}
      />
      <dt className="min-w-0 flex-1">
        {name}
        <span className="text-soft">{children}</span>
      </dt>
      <dd className="tabular-nums">
        {tokens.toLocaleString('en')}
        <span className="sr-only"> tokens</span>
      </dd>
    </div>
  )
}
