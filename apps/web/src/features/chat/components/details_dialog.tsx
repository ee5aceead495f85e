import type { AnswerDetails } from '#modules/chat/api'
import { getAnswerDetails } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { rubiesText } from '#web/components/shared/rubies_text'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { hasRubies } from '#web/lib/has_rubies'
import { RetryRow } from '#web/components/ui/retry_row'
import { tierLabel } from '../tier_label.ts'
import { FactList, providerNames, seconds, type Fact } from './fact_list.tsx'

interface DetailsDialogProps {
  messageId: string
  answerId?: string
  onShowPrompt: () => void
  onClose: () => void
}

/** A dialog with the model that wrote an answer, and its tokens, time and price. */
export function DetailsDialog({ messageId, answerId, onShowPrompt, onClose }: DetailsDialogProps) {
  const query = useQuery({
    ...callQuery(getAnswerDetails, { params: { id: messageId }, query: { answerId } }),
    // They change when the answer is continued.
    staleTime: 0,
  })
  const { data, isError } = query
  return (
    <Dialog isOpen onClose={onClose} title="Details of this answer">
      <div className="mt-4 grid min-h-56 content-between gap-6">
        {data ? (
          <div className="grid gap-3">
            <FactList facts={factsOf(data)} />
            {data.isFallback && <Note>The model of this tier had failed, so a fallback answered.</Note>}
            {data.isRounded && data.inputTokens !== null && (
              <Note>Tokens in are rounded, because texts of this prompt are hidden.</Note>
            )}
          </div>
        ) : isError ? (
          <RetryRow query={query} text="Couldn’t load the details." />
        ) : (
          <Loading label="Loading" className="grid gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-3/5" />
          </Loading>
        )}
        <Button className="justify-self-start" aria-haspopup="dialog" onClick={onShowPrompt}>
          Prompt and cost
        </Button>
      </div>
    </Dialog>
  )
}

const Note = ({ children }: { children: string }) => <p className="text-sm text-pretty text-soft">{children}</p>

const factsOf = ({
  model,
  modelName,
  modelId,
  provider,
  inputTokens,
  outputTokens,
  isRounded,
  firstTextMs,
  rubyCost,
}: AnswerDetails): Fact[] => {
  const count = (tokens: number) => tokens.toLocaleString('en')
  return [
    ['Tier', tierLabel(model)],
    ['Model', modelName ?? 'Unknown'],
    ['Model ID', modelId && <span translate="no">{modelId}</span>],
    ['Provider', provider === null ? 'Unknown' : providerNames(provider)],
    ['Tokens in', inputTokens === null ? 'Unknown' : `${isRounded ? 'About ' : ''}${count(inputTokens)}`],
    ['Tokens out', outputTokens === null ? 'Unknown' : count(outputTokens)],
    ['First words after', firstTextMs === null ? 'Unknown' : seconds(firstTextMs)],
    ['Price', hasRubies() ? (rubyCost === 0 ? 'Free' : rubiesText(rubyCost)) : null],
  ]
}
