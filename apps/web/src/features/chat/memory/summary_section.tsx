import { limits, type ChatSummary, type SummaryVersion } from '#modules/chat/api'
import { useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { TextArea } from '#web/components/ui/field'
import { Switch } from '#web/components/ui/toggle'
import { countCodePoints } from '#web/lib/code_points'
import { messageTime } from '../message_time.ts'
import { ModelsContext } from '../message_actions.ts'
import { MessageLink } from './message_link.tsx'
import { ShowMessageContext } from './show_message.ts'
import type { useSummaryAction } from './summary.ts'

interface SummarySectionProps {
  summary: ChatSummary
  acting: ReturnType<typeof useSummaryAction>
}

/** A section to read, edit and control the running summary of a chat. */
export function SummarySection({ summary, acting }: SummarySectionProps) {
  const { current, isOn, isFrozen, isAvailable, isSpent = false, state, versions } = summary
  const { model } = useContext(ModelsContext)
  const [draft, setDraft] = useState<string | null>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, variables } = acting
  const isRunning = state === 'running'
  const isOrdering = isPending && variables.kind === 'regenerate'
  const length = countCodePoints(draft ?? '')
  const close = () => {
    flushSync(() => setDraft(null))
    edit.current?.focus()
  }
  const save = () => mutate({ kind: 'change', change: { text: draft } }, { onSuccess: close })
  return (
    <section aria-labelledby="chat-summary">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id="chat-summary" className="text-ui font-semibold">
          Summary
        </h3>
        <p role="status" className="text-sm text-soft">
          {isRunning ? 'Writing the summary…' : ''}
        </p>
      </div>
      <p className="mt-0.5 text-sm text-soft">
        What happened before the messages that still fit. It joins every prompt that leaves out messages, free of
        charge.
      </p>
      {draft === null ? (
        <SummaryText summary={summary} />
      ) : (
        <div className="mt-3">
          <TextArea
            autoFocus
            rows={8}
            value={draft}
            aria-label="Summary"
            aria-invalid={length > limits.summaryMax || undefined}
            className="max-h-[50dvh]"
            onChange={(event) => setDraft(event.target.value)}
          />
          <p
            className={`text-right text-xs tabular-nums ${length > limits.summaryMax ? 'text-danger-text' : 'text-soft'}`}
          >
            {length} / {limits.summaryMax}
          </p>
        </div>
      )}
      {state === 'failed' && !isRunning && (
        <p role="alert" className="mt-2 text-sm text-danger-text">
          The model couldn’t write the summary. The app retries after a later reply. You can also generate it now.
        </p>
      )}
      {isOn && isSpent && !isRunning && (
        <p className="mt-2 text-sm text-soft">
          Today’s free summaries are used up. Until tomorrow, older messages leave the prompt without one.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {draft === null ? (
          <>
            <Button ref={edit} size="s" onClick={() => setDraft(current?.text ?? '')}>
              {current ? 'Edit' : 'Write my own'}
            </Button>
            {isOn && isAvailable && (
              <Button
                size="s"
                isLoading={isOrdering}
                disabled={isRunning || isSpent}
                onClick={() => mutate({ kind: 'regenerate', model: model?.tier })}
              >
                {current ? 'Regenerate' : 'Generate now'}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button size="s" look="primary" isLoading={isPending} disabled={length > limits.summaryMax} onClick={save}>
              Save
            </Button>
            <Button size="s" look="quiet" onClick={close}>
              Cancel
            </Button>
          </>
        )}
      </div>
      <div className="mt-2 grid">
        <Switch
          label="Use the summary"
          hint={
            isAvailable
              ? 'Off: older messages are forgotten.'
              : 'This server writes no summaries. Your own text is still in the prompt.'
          }
          checked={isOn}
          disabled={isPending}
          onChange={(event) => mutate({ kind: 'change', change: { isOn: event.target.checked } })}
        />
        <Switch
          label="Freeze the summary"
          hint="The model no longer changes it."
          checked={isFrozen}
          disabled={isPending || !isOn}
          onChange={(event) => mutate({ kind: 'change', change: { isFrozen: event.target.checked } })}
        />
      </div>
      {versions.length > (current ? 1 : 0) && (
        <details className="mt-2">
          <summary className="inline-flex min-h-touch cursor-pointer items-center text-sm font-semibold">
            Versions ({versions.length})
          </summary>
          <ol className="grid gap-2">
            {versions.map((version) => (
              <li
                key={version.id}
                className="flex items-start justify-between gap-3 rounded-control border border-line p-3"
              >
                <div className="min-w-0">
                  <VersionTitle version={version} isCurrent={version.id === current?.id} />
                  <p className="line-clamp-2 text-sm break-words text-soft">{version.excerpt}</p>
                  {version.id !== current?.id && <LastMessageLink version={version} label="Show its last message" />}
                </div>
                {version.id !== current?.id && (
                  <Button
                    size="s"
                    disabled={isPending}
                    aria-label={`Use the version of ${messageTime(version.createdAt)}`}
                    onClick={() => mutate({ kind: 'change', change: { versionId: version.id } })}
                  >
                    Use
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function SummaryText({ summary: { current } }: Pick<SummarySectionProps, 'summary'>) {
  if (!current)
    return (
      <p className="mt-3 rounded-control border border-dashed border-line-strong p-4 text-sm text-soft">
        When the chat outgrows the model’s context, a summary appears here.
      </p>
    )
  const { messageCount, upToAt } = current
  return (
    <div className="mt-3">
      <VersionTitle version={current} isCurrent />
      {/* The text is focusable, because it scrolls. */}
      <div
        tabIndex={0}
        role="group"
        aria-label="Text of the summary"
        dir="auto"
        className="mt-1 max-h-72 overflow-y-auto rounded-control border border-line p-3 text-ui break-words whitespace-pre-wrap"
      >
        {current.text}
      </div>
      <p className="mt-1 text-sm text-soft">
        Covers {messageCount === 1 ? 'message 1' : `messages 1–${messageCount.toLocaleString('en')}`}
        {upToAt && ` (until ${messageTime(upToAt)})`}.
      </p>
      <LastMessageLink version={current} label="Show the last message" />
    </div>
  )
}

/** A link to the last message that a version covers, unless the message was deleted. */
function LastMessageLink({ version, label }: { version: SummaryVersion; label: string }) {
  const { upToMessageId, upToExcerpt } = version
  const showMessage = useContext(ShowMessageContext)
  if (upToMessageId === null || !showMessage) return null
  return <MessageLink label={label} text={upToExcerpt} onClick={() => showMessage(upToMessageId)} />
}

function VersionTitle({ version, isCurrent }: { version: SummaryVersion; isCurrent: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span>
        {version.author === 'user' ? 'Your words' : 'By the model'}, {messageTime(version.createdAt)}
      </span>
      {version.isStale && <Badge tone="warning">Outdated</Badge>}
      {isCurrent && <span className="sr-only">, in use</span>}
    </p>
  )
}
