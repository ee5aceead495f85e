import type { AnswerPrompt } from '#modules/chat/api'
import { getAnswerPrompt } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rubiesText } from '#web/components/shared/rubies_text'
import { Dialog } from '#web/components/ui/dialog'
import { Select } from '#web/components/ui/select'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { hasRubies } from '#web/lib/has_rubies'
import { RetryRow } from '#web/components/ui/retry_row'
import { ShowMessageContext } from './show_message.ts'
import { FactList, providerNames, seconds, type Fact } from '../components/fact_list.tsx'
import { CutTexts } from './cut_texts.tsx'
import { FailedScripts } from './failed_scripts.tsx'
import { PromptPieces } from './prompt_pieces.tsx'

interface PromptDialogProps {
  messageId: string
  answerId?: string
  onClose: () => void
  onShowMessage: (messageId: string) => void
}

const kinds = {
  reply: 'First part',
  reroll: 'First part',
  continue: 'Continued',
  impersonate: 'Your line',
  suggest: 'Suggestions',
} as const

/** A dialog with the prompt of an answer, the model and its sampling, and the tokens, time and rubies that the answer took. */
export function PromptDialog({ messageId, answerId, onClose, onShowMessage }: PromptDialogProps) {
  const [replyId, setReplyId] = useState<string>()
  const query = useQuery({
    ...callQuery(getAnswerPrompt, { params: { id: messageId }, query: { answerId, replyId } }),
    // It is large and seldom read twice.
    gcTime: 0,
    retry: (count, error) => count < 2 && !isStatus(error, 404),
  })
  const { data, isError, error } = query
  return (
    <ShowMessageContext value={onShowMessage}>
      <Dialog isOpen onClose={onClose} title="Prompt and cost" width="medium">
        <div className="mt-4 min-h-[calc(100dvh-9rem)] sm:min-h-96">
          {data ? (
            <>
              {data.replies.length > 1 && (
                <div className="mb-4">
                  <Select
                    label="Part of the answer"
                    value={data.replyId}
                    onChange={setReplyId}
                    options={data.replies.map(({ id, kind }, index) => ({
                      value: id,
                      label: `${index + 1}. ${kinds[kind]}`,
                    }))}
                  />
                </div>
              )}
              <Facts prompt={data} />
              <CutTexts cut={data.cut} />
              <FailedScripts names={data.failedScripts} />
              <PromptPieces prompt={data} fileName="prompt.txt" />
            </>
          ) : isError && isStatus(error, 404) ? (
            <p role="status" className="text-sm text-soft">
              The prompt of this answer isn’t stored, or was deleted.
            </p>
          ) : isError ? (
            <RetryRow query={query} text="Couldn’t load the prompt." />
          ) : (
            <Loading label="Loading" className="grid gap-3">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-11 w-full" />
              <Skeleton className="h-11 w-full" />
            </Loading>
          )}
        </div>
      </Dialog>
    </ShowMessageContext>
  )
}

const samplingNames: Record<string, string> = {
  temperature: 'temperature',
  topP: 'top_p',
  minP: 'min_p',
  topK: 'top_k',
  repetitionPenalty: 'repetition penalty',
  presencePenalty: 'presence penalty',
  frequencyPenalty: 'frequency penalty',
  seed: 'seed',
}

function Facts({ prompt: { model, sampling, usage, firstTextMs, cost, tokens } }: { prompt: AnswerPrompt }) {
  const count = (tokens: number) => tokens.toLocaleString('en')
  const chosen = Object.entries(sampling).map(([name, value]) => `${samplingNames[name] ?? name} ${value}`)
  const facts: Fact[] = [
    ['Model', model.name],
    ['Model ID', model.id ?? null],
    ['Provider', model.provider === undefined ? null : providerNames(model.provider)],
    ['Creativity', chosen.join(', ') || 'As the model decides'],
    ['Tokens in', usage && usage.inputTokens !== null ? count(usage.inputTokens) : `about ${count(tokens)}`],
    ['Tokens out', usage ? count(usage.outputTokens) : 'Unknown'],
    ['Of these cached', usage?.cachedTokens === undefined ? null : count(usage.cachedTokens)],
    ['First words after', firstTextMs === null ? null : seconds(firstTextMs)],
    ['Price', hasRubies() ? rubiesText(cost) : null],
  ]
  return <FactList facts={facts} className="mb-6" />
}
