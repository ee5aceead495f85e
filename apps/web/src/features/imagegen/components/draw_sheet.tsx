import type { ImageAspect, ImageOptions } from '#modules/imagegen/api'
import Sparkles from 'lucide-react/icons/sparkles'
import { useRef, useState } from 'react'
import type { DrawSheetProps } from '#web/components/shared/draw_sheet_props'
import { Picture } from '#web/components/shared/picture'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { submitting } from '#web/lib/submitting'
import { offerOf, useImageModels } from '#web/components/shared/image_models'
import type { GeneratedPicture, PictureDraft } from '../kept_pictures.ts'
import { shapeClasses } from '../shapes.ts'
import { useDrawing, type Drawing } from '../use_drawing.ts'
import { usePictureRequest } from '../use_picture_request.ts'
import { DrawingProgress } from './drawing_progress.tsx'
import { ModelField, ModelNote, ModelsFailed } from './model_field.tsx'
import { MoreOptions } from '#web/components/shared/more_options'
import { PromptField } from './prompt_field.tsx'

/** Draws pictures for a form, beside it. A running drawing and the results stay when the sheet is closed. */
export function DrawSheet({
  userId,
  isOpen,
  onClose,
  prompt: suggested,
  aspect,
  onUse,
}: DrawSheetProps & { userId: string }) {
  const [edited, setEdited] = useState<string | null>(null)
  const [model, setModel] = useState('')
  const [options, setOptions] = useState<ImageOptions>({})
  const [results, setResults] = useState<readonly GeneratedPicture[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const drawing = useDrawing(userId, (picture) => {
    setResults((others) => [picture, ...others.filter(({ url }) => url !== picture.url)])
    setChosen(picture.url)
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Generate a picture">
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
        <SheetForm
          draft={{ prompt: edited ?? suggested, model, aspect, options }}
          onDraft={({ prompt, model, options = {} }) => {
            // Without an edit, the prompt follows the suggestion.
            setEdited(prompt === suggested ? null : prompt)
            setModel(model)
            setOptions(options)
          }}
          drawing={drawing}
          hasResults={results.length > 0}
        />
        {(results.length > 0 || drawing.running) && (
          <ul aria-label="Results" className="flex flex-wrap justify-center gap-3">
            {drawing.running && (
              <li aria-hidden className={widthOf(aspect)}>
                <Skeleton className={classNames('w-full rounded-card', shapeClasses[aspect].box)} />
              </li>
            )}
            {results.map((picture) => (
              <Result
                key={picture.url}
                picture={picture}
                isChosen={picture.url === chosen}
                onChoose={() => setChosen(picture.url)}
              />
            ))}
          </ul>
        )}
        {chosen !== null && (
          <Button look="primary" size="l" className="w-full" onClick={() => onUse(chosen)}>
            Use this picture
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface SheetFormProps {
  draft: PictureDraft
  onDraft: (draft: PictureDraft) => void
  drawing: Drawing
  hasResults: boolean
}

function SheetForm({ draft, onDraft, drawing, hasResults }: SheetFormProps) {
  const { running, problem, stop } = drawing
  const models = useImageModels()
  const offers = models.data
  const offer = offerOf(offers, draft.model)
  const drawButton = useRef<HTMLButtonElement>(null)
  const { promptField, promptError, optionError, change, submit } = usePictureRequest(draft, onDraft, offer, drawing)
  return (
    <form
      noValidate
      aria-label="A new picture"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={submitting(submit)}
    >
      <PromptField
        ref={promptField}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
        error={promptError}
        className="max-h-[30dvh]"
      />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <ModelField value={draft.model} onChange={(model) => change({ model })} offers={offers} offer={offer} />
        </div>
        <Button ref={drawButton} type="submit" look={hasResults ? 'outline' : 'primary'} isLoading={running !== null}>
          <Sparkles aria-hidden className="size-4" />
          {hasResults ? 'Generate another' : 'Generate'}
        </Button>
      </div>
      <MoreOptions
        offer={offer}
        value={draft.options ?? {}}
        onChange={(options) => change({ options })}
        problem={optionError}
      />
      <ModelsFailed models={models} />
      {problem && !problem.isAboutPrompt && !running && (
        <Alert
          tone="danger"
          isLive
          action={
            <Button size="s" onClick={submit}>
              Retry
            </Button>
          }
        >
          {problem.message}
        </Alert>
      )}
      {running ? (
        <div className="flex items-end gap-4">
          <div className="min-w-0 flex-1">
            <DrawingProgress id={running.id} since={running.since} hint="You can close this and come back." />
          </div>
          <Button
            size="s"
            onClick={() => {
              stop()
              drawButton.current?.focus()
            }}
          >
            Stop
          </Button>
        </div>
      ) : (
        <ModelNote offer={offer} />
      )}
    </form>
  )
}

/** Two portraits in a row. */
const widthOf = (aspect: ImageAspect) => (aspect === '2:3' ? 'w-[calc(50%-0.375rem)]' : 'w-full')

interface ResultProps {
  picture: GeneratedPicture
  isChosen: boolean
  onChoose: () => void
}

function Result({ picture: { url, prompt, aspect, notDrawn = [] }, isChosen, onChoose }: ResultProps) {
  return (
    <li className={widthOf(aspect)}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`Select: ${prompt}`}
        onClick={onChoose}
        className={classNames(
          'block w-full overflow-clip rounded-card border outline-offset-3 transition-[border-color,box-shadow]',
          isChosen ? 'border-accent-text ring-3 ring-accent-text' : 'border-line hover:border-line-strong'
        )}
      >
        <Picture
          address={url}
          name={prompt}
          sizes="(min-width: 28rem) 27rem, 92vw"
          isPriority
          imageClassName="object-center"
          className={classNames('w-full', shapeClasses[aspect].box)}
        />
      </button>
      {notDrawn.length > 0 && (
        <p className="mt-1.5 text-xs break-words text-soft">{`Left out: ${notDrawn.join(', ')}`}</p>
      )}
    </li>
  )
}
