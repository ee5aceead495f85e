import * as rules from '#config/content_rules'
import { notAllowedTitle } from '#modules/gallery/api'
import {
  checkPrompt,
  imageAspects,
  imageLimits,
  imageModelNames,
  imageModels,
  type ImageAspect,
  type ImageModel,
} from '#modules/imagegen/api'
import Sparkles from 'lucide-react/icons/sparkles'
import { useRef, useState, type FormEvent } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Chip } from '#web/components/ui/chip'
import { Field, NativeSelect, TextArea } from '#web/components/ui/field'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'
import { toastFailure } from '#web/lib/toasts'
import { useImageModels } from '../api/list_image_models.ts'
import type { PictureDraft } from '../kept_pictures.ts'
import { quickPrompts } from '../quick_prompts.ts'
import { shapeNames } from '../shapes.ts'
import type { Drawing } from '../use_drawing.ts'
import { DrawingProgress } from './drawing_progress.tsx'

interface PictureFormProps {
  draft: PictureDraft
  onDraft: (draft: PictureDraft) => void
  drawing: Pick<Drawing, 'running' | 'problem' | 'draw' | 'cancel' | 'clearProblem'>
}

const number = new Intl.NumberFormat('en')

export function PictureForm({ draft, onDraft, drawing }: PictureFormProps) {
  const { running, problem } = drawing
  const modelInfo = useImageModels().data?.find(({ model }) => model === draft.model)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const generate = useRef<HTMLButtonElement>(null)
  const length = countCodePoints(draft.prompt.trim())
  const isTooLong = length > imageLimits.promptMax

  const change = (changed: Partial<PictureDraft>) => {
    setError(null)
    if (problem) drawing.clearProblem()
    onDraft({ ...draft, ...changed })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    const checked = checkPrompt(rules, draft.prompt)
    if (checked.ok) return drawing.draw({ ...draft, prompt: checked.value })
    const { rule, message } = checked.failure
    setError(message)
    toastFailure(rule === 'forbidden' ? notAllowedTitle : 'Error', message)
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 content-start gap-5" aria-label="A new picture">
      <Field
        label="Prompt"
        error={error ?? (problem?.isAboutPrompt ? problem.message : null)}
        aside={
          <span className={classNames(isTooLong && 'font-semibold text-danger-text')}>
            {number.format(length)} / {number.format(imageLimits.promptMax)}
          </span>
        }
      >
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            rows={3}
            className="sm:min-h-32"
            placeholder="Describe who or what it shows, where, and in what light"
            value={draft.prompt}
            onChange={(event) => change({ prompt: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        )}
      </Field>
      <div role="group" aria-label="Quick prompts" className="flex flex-wrap gap-2">
        {quickPrompts.map(({ label, prompt }) => (
          <Chip
            key={label}
            isCurrent={draft.prompt === prompt}
            onClick={() => {
              change({ prompt })
              field.current?.focus()
            }}
          >
            {label}
          </Chip>
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-4">
        <Field label="Model">
          {(control) => (
            <NativeSelect
              {...control}
              value={draft.model}
              onChange={(event) => change({ model: event.target.value as ImageModel })}
            >
              {imageModels.map((model) => (
                <option key={model} value={model}>
                  {imageModelNames[model]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Shape">
          {(control) => (
            <NativeSelect
              {...control}
              value={draft.aspect}
              onChange={(event) => change({ aspect: event.target.value as ImageAspect })}
            >
              {imageAspects.map((aspect) => (
                <option key={aspect} value={aspect}>
                  {shapeNames[aspect]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
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
                drawing.cancel()
                generate.current?.focus()
              }}
            >
              Cancel
            </Button>
          )}
        </div>
        {running && <DrawingProgress since={running.since} />}
        <p className="min-h-5 text-sm text-faint">
          {modelInfo && (modelInfo.note ?? `Generated by ${modelInfo.provider}.`)}
        </p>
      </div>
    </form>
  )
}
