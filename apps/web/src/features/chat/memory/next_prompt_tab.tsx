import type { ChatContext } from '#modules/chat/api'
import { Button } from '#web/components/ui/button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { useNextPrompt } from './context.ts'
import { FailedScripts } from './failed_scripts.tsx'
import { CutTexts, HiddenMessages } from './cut_texts.tsx'
import { PromptPieces } from './prompt_pieces.tsx'

type Kind = ChatContext['parts'][number]['kind'] | 'history'

const names: Record<Kind, string> = {
  instructions: 'Instructions',
  creator: 'Creator’s instructions',
  chatInstructions: 'Your instructions',
  lore: 'Lorebooks',
  character: 'Character',
  scenario: 'Scenario',
  chatScenario: 'Scenario of this chat',
  persona: 'Your persona',
  others: 'Other characters',
  pins: 'Pinned facts',
  summary: 'Summary',
  examples: 'Example dialogue',
  note: 'Depth note',
  authorsNote: 'Author’s note',
  reminder: 'Post-history instructions',
  request: 'Hints for the reply',
  history: 'History',
}
const fills: Record<Kind, string> = {
  instructions: 'var(--line-strong)',
  creator: 'var(--tone-1)',
  chatInstructions: 'var(--tone-1)',
  lore: 'var(--gem-1)',
  character: 'var(--gem-4)',
  scenario: 'var(--tone-2)',
  chatScenario: 'var(--tone-2)',
  persona: 'var(--tone-3)',
  others: 'var(--gem-5)',
  pins: 'var(--tone-5)',
  summary: 'var(--gem-6)',
  examples: 'var(--tone-4)',
  note: 'var(--gem-3)',
  authorsNote: 'var(--accent)',
  reminder: 'var(--tone-6)',
  request: 'var(--text-soft)',
  history: 'var(--gem-2)',
}

export interface NextPromptTabProps {
  context: ChatContext | undefined
  hasFailed: boolean
  onRetry: () => void
  modelName: string
  sessionId: string
}

/** The parts of the next prompt with their token counts. */
export function NextPromptTab({ context, hasFailed, onRetry, modelName, sessionId }: NextPromptTabProps) {
  if (context)
    return (
      <>
        <p className="text-sm text-soft">
          Everything {modelName} gets for the next reply. Token counts are estimates.
          {context.modelId && (
            <span className="block wrap-anywhere">
              Model ID: <span translate="no">{context.modelId}</span>
            </span>
          )}
        </p>
        <Parts context={context} />
        <Texts sessionId={sessionId} tier={context.model} />
      </>
    )
  if (hasFailed)
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm text-soft">
        <p role="alert">Couldn’t load the context.</p>
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  return (
    <Loading label="Loading" className="grid gap-3">
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-2/3" />
    </Loading>
  )
}

/** The texts of the prompt, which are fetched when the tab is opened. */
function Texts({ sessionId, tier }: { sessionId: string; tier: string }) {
  const { data, isError, isFetching, refetch } = useNextPrompt(sessionId, tier)
  if (data)
    return (
      <div className="mt-7">
        <FailedScripts names={data.failedScripts} />
        <PromptPieces prompt={data} fileName="next-prompt.txt" />
      </div>
    )
  if (isError)
    return (
      <div className="mt-7 flex flex-wrap items-center gap-3 text-sm text-soft">
        <p role="alert">Couldn’t load the texts.</p>
        <Button size="s" isLoading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  return null
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
      <CutTexts cut={cut} className="mt-3" />
      {history.cutMessages > 0 && (
        <p className="mt-3 rounded-panel bg-warning px-3.5 py-2.5 text-sm text-warning-text">
          Left out because the context is full: {history.cutMessages.toLocaleString('en')}{' '}
          {history.cutMessages === 1 ? 'message' : 'messages'} after the first one. A line in the chat shows where. Pin
          the facts that the model must not forget.
        </p>
      )}
      <HiddenMessages count={history.hiddenMessages} />
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
