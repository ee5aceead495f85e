import { drawMoment, proposeMoment } from '#modules/chat/calls'
import * as rules from '#config/content_rules'
import {
  checkOptions,
  checkPrompt,
  imageLimits,
  type ImageAspect,
  type ImageOptions,
  type OptionProblem,
} from '#modules/imagegen/api'
import Sparkles from 'lucide-react/icons/sparkles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offerOf, optionsOf, useImageModels } from '#web/components/shared/image_models'
import { MoreOptions } from '#web/components/shared/more_options'
import { Rubies } from '#web/components/shared/rubies'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, NativeSelect, TextArea } from '#web/components/ui/field'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callServer } from '#web/lib/api_client'
import { sentenceOf } from '#web/lib/api_error'
import { readerZone } from '#web/lib/reader_zone'
import { submitting } from '#web/lib/submitting'
import { useCall } from '#web/lib/use_call'

const aspects: Record<ImageAspect, string> = { '1:1': 'Square', '2:3': 'Portrait', '3:2': 'Landscape' }

interface MomentDialogProps {
  messageId: string
  /** Without it, the server proposes one. */
  prompt?: string
  onClose: () => void
  onDrawn?: () => void
}

/** Asks what to draw of an answer. The prompt can be read and changed before anything is paid. */
export function MomentDialog({ messageId, prompt: known, onClose, onDrawn }: MomentDialogProps) {
  const params = { id: messageId }
  const proposal = useQuery({
    queryKey: ['moment', messageId],
    queryFn: ({ signal }) => callServer(proposeMoment, { params, body: { zone: readerZone }, signal }),
    enabled: known === undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const models = useImageModels()
  const [edited, setEdited] = useState<string | null>(known ?? null)
  const [model, setModel] = useState('')
  const [options, setOptions] = useState<ImageOptions>({})
  const [optionProblem, setOptionProblem] = useState<OptionProblem | null>(null)
  const [aspect, setAspect] = useState<ImageAspect>('1:1')
  const draw = useCall(drawMoment, () => {
    onClose()
    onDrawn?.()
  })
  const prompt = edited ?? proposal.data?.prompt ?? ''
  const offer = offerOf(models.data, model)
  const checked = checkPrompt({ forbiddenWords: [] }, prompt)
  const submit = () => {
    if (!checked.ok || !offer) return
    const chosen = checkOptions(rules, { name: offer.name, options: offer.options ?? [] }, optionsOf(options, offer))
    if (!chosen.ok) return setOptionProblem(chosen.failure)
    draw.mutate({ params, body: { prompt, model: offer.model, aspect, options: chosen.value } })
  }
  return (
    <Dialog isOpen onClose={onClose} title="Draw this moment">
      <form noValidate className="mt-4 grid gap-4" onSubmit={submitting(submit)}>
        {proposal.isLoading ? (
          <Loading label="Thinking of a picture…" className="grid gap-1.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-28 w-full" />
          </Loading>
        ) : (
          <Field
            label="What to draw"
            hint={proposal.data && !proposal.data.isFromModel ? 'From the text of the answer.' : undefined}
            error={edited !== null && !checked.ok ? checked.failure.message : null}
          >
            <TextArea
              autoFocus
              rows={5}
              value={prompt}
              maxLength={imageLimits.promptMax}
              onChange={(event) => setEdited(event.target.value)}
            />
          </Field>
        )}
        <div className="grid grid-cols-2 gap-3">
          <Field label="Model">
            <NativeSelect
              value={offer?.model ?? ''}
              disabled={!models.data}
              options={Object.fromEntries((models.data ?? []).map(({ model: id, name }) => [id, name]))}
              onChange={(event) => setModel(event.target.value)}
            />
          </Field>
          <Field label="Shape">
            <NativeSelect
              value={aspect}
              options={aspects}
              onChange={(event) => setAspect(event.target.value as ImageAspect)}
            />
          </Field>
        </div>
        <MoreOptions
          offer={offer}
          value={options}
          problem={optionProblem}
          onChange={(changed) => {
            setOptionProblem(null)
            setOptions(changed)
          }}
        />
        {models.isError && (
          <Alert
            tone="danger"
            isLive
            action={
              <Button size="s" onClick={() => void models.refetch()}>
                Retry
              </Button>
            }
          >
            {sentenceOf(models.error, 'The image models couldn’t be loaded.')}
          </Alert>
        )}
        {draw.error && (
          <Alert tone="danger" isLive>
            {sentenceOf(draw.error, 'The picture couldn’t be drawn. Please try again.')}
          </Alert>
        )}
        {offer?.note && <p className="text-sm text-pretty text-soft">{offer.note}</p>}
        <Button
          type="submit"
          look="primary"
          className="justify-self-end"
          isLoading={draw.isPending}
          disabled={!offer || !checked.ok || proposal.isLoading}
        >
          <Sparkles aria-hidden className="size-4" /> Draw {offer?.cost ? <Rubies amount={offer.cost} /> : null}
        </Button>
      </form>
    </Dialog>
  )
}
