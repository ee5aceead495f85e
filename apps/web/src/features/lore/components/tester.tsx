import { limits, type LorebookEntry, type LoreTest } from '#modules/lore/api'
import { testLore } from '#modules/lore/calls'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, NativeSelect, TextArea } from '#web/components/ui/field'
import { WindowedGrid } from '#web/components/ui/windowed_grid'
import { countOf } from '#web/lib/count_of'
import { toastError } from '#web/lib/toasts'
import { submitting } from '#web/lib/submitting'
import { useCall } from '#web/lib/use_call'
import { titleOf } from '../entry_texts.ts'

export interface TestableChat {
  sessionId: string
  label: string
}

interface TesterProps {
  bookId: string
  entries: readonly LorebookEntry[]
  hasUnsaved: boolean
  /** The newest chats of the user. Undefined while they load. */
  chats: readonly TestableChat[] | undefined
  onOpen: (entry: LorebookEntry) => void
}

/** A test that shows which entries a text or a chat uses, and why. */
export function Tester({ bookId, entries, hasUnsaved, chats, onOpen }: TesterProps) {
  const test = useCall(testLore)
  const [text, setText] = useState('')
  const [sessionId, setSessionId] = useState('')
  const isReady = sessionId !== '' || text.trim() !== ''
  const run = async () => {
    if (!isReady) return
    try {
      await test.mutateAsync({ body: { lorebookIds: [bookId], ...(sessionId === '' ? { text } : { sessionId }) } })
    } catch (error) {
      toastError(error, 'Check your connection and try again.', 'Test failed')
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <form className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submitting(run)}>
        <Field
          label="Test on"
          hint={sessionId === '' ? undefined : 'The newest messages are searched, up to the scan depth of each entry.'}
        >
          <NativeSelect value={sessionId} onChange={({ target }) => setSessionId(target.value)}>
            <option value="">A text of your own</option>
            {chats && chats.length > 0 && (
              <optgroup label="Your newest chats">
                {chats.map((chat) => (
                  <option key={chat.sessionId} value={chat.sessionId}>
                    {chat.label}
                  </option>
                ))}
              </optgroup>
            )}
          </NativeSelect>
        </Field>
        {sessionId === '' && (
          <Field label="Text" hint="It counts as the last message of a chat.">
            <TextArea
              rows={6}
              maxLength={limits.testTextMax}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" isLoading={test.isPending} isIdle={!isReady}>
            Test
          </Button>
          {hasUnsaved && <p className="text-sm text-faint">Unsaved changes aren’t tested.</p>}
        </div>
      </form>
      {test.data ? (
        <Outcome key={test.submittedAt} outcome={test.data} entries={entries} onOpen={onOpen} />
      ) : (
        <p className="text-soft">
          Paste a message or choose a chat. Facet shows which entries join the prompt and why, and why the others don’t.
        </p>
      )}
    </div>
  )
}

interface OutcomeProps {
  outcome: LoreTest
  entries: readonly LorebookEntry[]
  onOpen: (entry: LorebookEntry) => void
}

interface Row {
  id: string
  entry: LorebookEntry | undefined
  because: string
  tokens: number | null
}

function Outcome({ outcome: { used, left, tokens }, entries, onOpen }: OutcomeProps) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const toRow = ({
    entryId,
    because,
    tokens = null,
  }: {
    entryId: string
    because: string
    tokens?: number | null
  }): Row => ({
    id: entryId,
    entry: byId.get(entryId),
    because,
    tokens,
  })
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
      <p role="status" className="sr-only">
        {`${countOf(used.length, 'entry', 'entries')} used, ${left.length.toLocaleString('en')} not used.`}
      </p>
      <Rows
        title={`Used: ${countOf(used.length, 'entry', 'entries')}`}
        aside={`about ${countOf(tokens, 'token')}`}
        rows={used.map(toRow)}
        empty="This uses no entry."
        onOpen={onOpen}
      />
      <Rows
        title={`Not used: ${countOf(left.length, 'entry', 'entries')}`}
        rows={left.map(toRow)}
        empty="All entries are used."
        onOpen={onOpen}
      />
    </div>
  )
}

interface RowsProps {
  title: string
  aside?: ReactNode
  rows: readonly Row[]
  empty: string
  onOpen: (entry: LorebookEntry) => void
}

function Rows({ title, aside, rows, empty, onOpen }: RowsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {aside && <p className="text-sm text-soft tabular-nums">{aside}</p>}
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{empty}</p>
      ) : (
        <div className="overflow-clip rounded-card border border-line bg-raised">
          <WindowedGrid items={rows} placeholderCount={0} isComplete Grid={Grid} Placeholder={NoPlaceholder}>
            {({ entry, because, tokens }) => (
              <button
                type="button"
                disabled={!entry}
                title={because}
                onClick={() => entry && onOpen(entry)}
                className="flex h-20 w-full items-center gap-4 border-b border-line px-4 [li:last-child>&]:border-b-0 text-left -outline-offset-4 enabled:hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate text-ui font-semibold">
                    {entry ? titleOf(entry) : 'A new entry'}
                  </span>
                  <span dir="auto" className="line-clamp-2 text-sm break-words text-soft">
                    {because}
                  </span>
                </span>
                {tokens !== null && (
                  <span className="shrink-0 text-sm text-soft tabular-nums">{countOf(tokens, 'token')}</span>
                )}
              </button>
            )}
          </WindowedGrid>
        </div>
      )}
    </section>
  )
}

const Grid = (props: ComponentProps<'ul'>) => <ul className="relative grid grid-cols-[minmax(0,1fr)]" {...props} />

const NoPlaceholder = () => null
