import type { ImageAspect } from '#modules/imagegen/api'
import Sparkles from 'lucide-react/icons/sparkles'
import { useRef } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Chip } from '#web/components/ui/chip'
import { Field, NativeSelect } from '#web/components/ui/field'
import { submitting } from '#web/lib/submitting'
import { offerOf, useImageModels } from '#web/components/shared/image_models'
import type { PictureDraft } from '../kept_pictures.ts'
import { quickPrompts } from '../quick_prompts.ts'
import { shapeNames } from '../shapes.ts'
import type { Drawing } from '../use_drawing.ts'
import { usePictureRequest } from '../use_picture_request.ts'
import { DrawingProgress } from './drawing_progress.tsx'
import { ModelField, ModelNote, ModelsFailed } from './model_field.tsx'
import { MoreOptions } from '#web/components/shared/more_options'
import { PromptField } from './prompt_field.tsx'

interface PictureFormProps {
  draft: PictureDraft
  onDraft: (draft: PictureDraft) => void
  drawing: Pick<Drawing, 'running' | 'problem' | 'draw' | 'stop' | 'clearProblem'>
}

export function PictureForm({ draft, onDraft, drawing }: PictureFormProps) {
  const { running, problem } = drawing
  const models = useImageModels()
  const offers = models.data
  const offer = offerOf(offers, draft.model)
  const { promptField, promptError, optionError, change, submit } = usePictureRequest(draft, onDraft, offer, drawing)
  const generate = useRef<HTMLButtonElement>(null)
  return (
    <form
      noValidate
      onSubmit={submitting(submit)}
      className="grid min-w-0 content-start gap-5"
      aria-label="A new picture"
    >
      <PromptField
        ref={promptField}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
        error={promptError}
        className="sm:min-h-32"
      />
      <div role="group" aria-label="Quick prompts" className="flex flex-wrap gap-2">
        {quickPrompts.map(({ label, prompt }) => (
          <Chip
            key={label}
            isCurrent={draft.prompt === prompt}
            onClick={() => {
              change({ prompt })
              promptField.current?.focus()
            }}
          >
            {label}
          </Chip>
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-4">
        <ModelField value={draft.model} onChange={(model) => change({ model })} offers={offers} offer={offer} />
        <Field label="Shape">
          <NativeSelect
            value={draft.aspect}
            onChange={(event) => change({ aspect: event.target.value as ImageAspect })}
            options={shapeNames}
          />
        </Field>
      </div>
      <MoreOptions
        offer={offer}
        value={draft.options ?? {}}
        onChange={(options) => change({ options })}
        problem={optionError}
      />
      <ModelsFailed models={models} />
      {problem && !problem.isAboutPrompt && (
        <Alert tone="danger" isLive>
          {problem.message}
        </Alert>
      )}
      <div className="grid gap-3">
        <div className="flex gap-3">
          <Button
            ref={generate}
            type="submit"
            look="primary"
            size="l"
            isLoading={running !== null}
            className="min-w-0 flex-1"
          >
            <Sparkles aria-hidden className="size-5" />
            Generate Image
          </Button>
          {running && (
            <Button
              size="l"
              onClick={() => {
                drawing.stop()
                generate.current?.focus()
              }}
            >
              Stop
            </Button>
          )}
        </div>
        {running && <DrawingProgress id={running.id} since={running.since} />}
        <ModelNote offer={offer} />
      </div>
    </form>
  )
}
