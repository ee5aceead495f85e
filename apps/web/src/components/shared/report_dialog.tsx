import { limits, reasons, type Quote, type Reason, type Thing } from '#modules/moderation/api'
import { listQuotes, report } from '#modules/moderation/calls'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callQuery } from '#web/lib/api_client'
import { countCodePoints } from '#web/lib/code_points'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, NativeSelect, TextArea } from '../ui/field.tsx'
import { LoadFailed } from '../ui/load_failed.tsx'
import { Segments } from '../ui/segments.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Checkbox } from '../ui/toggle.tsx'

/** Something that can be reported where the dialog opens, such as a character and its picture. */
export interface ReportedThing {
  thing: Thing
  label: string
}

export interface ReportDialogProps {
  isOpen: boolean
  onClose: () => void
  things: readonly ReportedThing[]
  /** Blocks the author instead. */
  onBlock?: () => void
}

const reasonOptions = Object.fromEntries(Object.entries(reasons).map(([value, { label }]) => [value, label]))

/** Reports one of the things to the moderators. For an answer, it shows and confirms the messages that are sent. */
export function ReportDialog({ isOpen, ...rest }: ReportDialogProps) {
  const { onClose } = rest
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Report"
      description="Moderators look at it. The author isn’t told by whom."
    >
      {isOpen && <ReportForm {...rest} />}
    </Dialog>
  )
}

function ReportForm({ things, onClose, onBlock }: Omit<ReportDialogProps, 'isOpen'>) {
  const [index, setIndex] = useState('0')
  const [reason, setReason] = useState<Reason | ''>('')
  const [words, setWords] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  /** The earlier messages that the user adds to an answer. */
  const [added, setAdded] = useState<readonly string[]>([])
  const sending = useCall(report)
  const { thing } = things[Number(index)]!
  const isAnswer = thing.kind === 'answer'
  const quotes = useQuery({
    ...callQuery(listQuotes, { params: { messageId: thing.id } }),
    enabled: isAnswer,
    gcTime: 0,
  })
  const length = countCodePoints(words.trim())

  const send = () => {
    if (reason === '' || length > limits.wordsMax) return setIsIncomplete(true)
    return attempt('Couldn’t send the report', async () => {
      await sending.mutateAsync({ body: { ...thing, reason, words: words.trim(), messageIds: [...added] } })
      toast('Report sent', 'Thank you. Moderators will look at it.')
      onClose()
    })
  }

  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={submitting(send)}>
      {things.length > 1 && (
        <Segments
          label="What do you report?"
          options={things.map(({ label }, at) => ({ value: String(at), label }))}
          value={index}
          onChange={setIndex}
        />
      )}
      <Field label="Reason" error={isIncomplete && reason === '' ? 'Please choose a reason.' : null}>
        <NativeSelect
          options={{ '': 'Choose a reason', ...reasonOptions }}
          value={reason}
          onChange={(event) => setReason(event.target.value as Reason | '')}
        />
      </Field>
      <Field
        label="What is wrong?"
        isOptional
        aside={`${length.toLocaleString('en')} / ${limits.wordsMax.toLocaleString('en')}`}
        error={length > limits.wordsMax ? 'Please write less.' : null}
      >
        <TextArea value={words} onChange={(event) => setWords(event.target.value)} />
      </Field>
      {isAnswer && <Quotes query={quotes} added={added} onChange={setAdded} />}
      <div className="flex flex-wrap justify-end gap-3">
        {onBlock && (
          <Button
            look="quiet"
            className="mr-auto -ml-4"
            onClick={() => {
              onBlock()
              onClose()
            }}
          >
            Block the author
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isLoading={sending.isPending} isIdle={isAnswer && !quotes.data}>
          Send report
        </Button>
      </div>
    </form>
  )
}

interface QuotesProps {
  query: ReturnType<typeof useQuery<Quote[]>>
  added: readonly string[]
  onChange: (added: readonly string[]) => void
}

/** The messages that are sent. Chats are private, so only the answer is, unless the user adds others. */
function Quotes({ query, added, onChange }: QuotesProps) {
  const id = useId()
  if (query.isPending)
    return (
      <Loading label="Loading the messages" className="grid gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-16" />
      </Loading>
    )
  if (!query.data) return <LoadFailed size="panel" title="Couldn’t load the messages" query={query} />
  const earlier = query.data.slice(0, -1)
  const answer = query.data.at(-1)!
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-sm font-semibold">
        These messages are sent with your report
      </h3>
      <div className="max-h-72 overflow-y-auto rounded-control border border-line bg-bg px-3.5" tabIndex={0}>
        {earlier.map((quote) => (
          <Checkbox
            key={quote.id}
            label={<QuoteText quote={quote} />}
            checked={added.includes(quote.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...added, quote.id] : added.filter((each) => each !== quote.id))
            }
          />
        ))}
        <Checkbox label={<QuoteText quote={answer} />} hint="Always sent" checked disabled readOnly />
      </div>
    </section>
  )
}

const QuoteText = ({ quote: { author, isUser, text } }: { quote: Quote }) => (
  <span className="block">
    <span className="block text-sm font-semibold">{isUser ? 'You' : (author ?? 'The answer’s character')}</span>
    <span className="block text-sm font-normal break-words whitespace-pre-wrap text-soft">{text}</span>
  </span>
)
