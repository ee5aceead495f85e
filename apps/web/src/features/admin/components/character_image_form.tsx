import * as rules from '#config/content_rules'
import { isPictureAddress, type Character } from '#modules/gallery/api'
import { checkPrompt } from '#modules/imagegen/api'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useRef, useState, type FormEvent, type ReactNode, type Ref } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { Picture } from '#web/components/shared/picture'
import { Progress } from '#web/components/ui/progress'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { ownHosts } from '#web/lib/own_hosts'
import { toast, toastFailure, toastError } from '#web/lib/toasts'
import { useDebouncedPictureAddress } from '#web/components/shared/use_settled_address'
import { useGenerateCharacterImage, useSetCharacterImage } from '../characters.ts'
import { CharacterPicker } from './character_picker.tsx'

interface CharacterImageFormProps {
  /** Null until a character is chosen. */
  character: Character | null
  /** Called when a character is chosen or changed. Without it, the character is fixed. */
  onPick?: (character: Character | null) => void
  onChanged?: (character: Character) => void
}

/** The last change, for undo. */
interface Change {
  id: string
  before: string | null
  after: string | null
}

const needsUrl = 'Please select a character and enter an image URL'
const needsPrompt = 'Please select a character and enter an AI prompt'

/** Sets a character's image from a URL or a prompt. A generated image takes effect at once and can be undone. */
export function CharacterImageForm({ character, onPick, onChanged }: CharacterImageFormProps) {
  const [url, setUrl] = useState('')
  const [prompt, setPrompt] = useState('')
  /** The field that was missing on submit. */
  const [missing, setMissing] = useState<'url' | 'prompt' | null>(null)
  const [change, setChange] = useState<Change | null>(null)
  const setting = useSetCharacterImage()
  const drawing = useGenerateCharacterImage()
  const drawingCall = useRef<AbortController | null>(null)
  useEffect(() => () => drawingCall.current?.abort(), [])
  const isBusy = setting.isPending || drawing.isPending
  const picker = useRef<HTMLElement>(null)
  const urlField = useRef<HTMLInputElement>(null)
  const promptField = useRef<HTMLTextAreaElement>(null)

  const reportChange = (changed: Character, before: string | null) => {
    setChange({ id: changed.id, before, after: changed.avatar })
    onPick?.(changed)
    onChanged?.(changed)
  }
  const reportMissing = (what: 'url' | 'prompt') => {
    setMissing(what)
    const field = !character ? picker.current : what === 'url' ? urlField.current : promptField.current
    field?.focus()
    toastFailure('Error', what === 'url' ? needsUrl : needsPrompt)
  }
  const setImage = async (target: Character, imageUrl: string) => {
    try {
      const changed = await setting.mutateAsync({ params: { id: target.id }, body: { imageUrl } })
      reportChange(changed, target.avatar)
      setUrl('')
      toast('Image Updated', `${changed.name} has a new image.`)
    } catch (error) {
      toastError(error, 'Failed to update character image', 'Update Failed')
    }
  }
  const saveUrl = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!character || url.trim() === '') return reportMissing('url')
    setMissing(null)
    void setImage(character, url.trim())
  }
  const draw = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!character || prompt.trim() === '') return reportMissing('prompt')
    setMissing(null)
    const controller = new AbortController()
    drawingCall.current = controller
    try {
      const { character: changed } = await drawing.mutateAsync({
        body: { characterId: character.id, prompt },
        signal: controller.signal,
      })
      reportChange(changed, character.avatar)
      toast('Image Generated', `${changed.name} has its new image.`)
    } catch (error) {
      if (!controller.signal.aborted && !isStatus(error, 401))
        toastFailure('Generation Failed', sentenceOf(error, 'Failed to generate image'))
    }
  }

  const ownChange = change !== null && change.id === character?.id ? change : null
  const checked = checkPrompt(rules, prompt)
  const promptProblem = prompt.trim() !== '' && !checked.ok ? checked.failure.message : null
  const urlProblem = url.trim() !== '' && !isPictureAddress(url.trim(), ownHosts) ? badAddress : null
  return (
    <div className="grid gap-6">
      {onPick && (
        <CharacterPicker
          ref={picker}
          character={character}
          onPick={onPick}
          isDisabled={isBusy}
          error={missing !== null && !character ? 'Choose a character.' : null}
        />
      )}
      {character && (
        <Pictures
          key={character.id}
          character={character}
          address={url.trim()}
          change={ownChange}
          isDrawing={drawing.isPending}
          isBusy={isBusy}
          onUndo={(before) => void setImage(character, before)}
          onStop={() => drawingCall.current?.abort()}
        />
      )}
      <div className="grid gap-6 @xl:grid-cols-2">
        <form noValidate onSubmit={saveUrl} className="grid content-start gap-3">
          <Field
            label="Image URL"
            hint="Starts with https://, or is the path of a stored picture."
            error={missing === 'url' && url.trim() === '' ? 'Enter a URL.' : urlProblem}
          >
            <Input
              ref={urlField}
              type="text"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://…"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Field>
          <Button type="submit" isLoading={setting.isPending} className="justify-self-start">
            Update image
          </Button>
        </form>
        <form noValidate onSubmit={(event) => void draw(event)} className="grid content-start gap-3">
          <Field
            label="AI prompt"
            hint="The new image replaces the current one at once."
            error={missing === 'prompt' && prompt.trim() === '' ? 'Describe the image.' : promptProblem}
          >
            <TextArea
              ref={promptField}
              rows={2}
              className="min-h-20"
              placeholder="A lighthouse keeper in a yellow coat, storm light, half in shadow"
              value={prompt}
              onChange={(event) => setPrompt(event.target.value)}
            />
          </Field>
          <Button type="submit" isLoading={drawing.isPending} className="justify-self-start">
            <Sparkles aria-hidden className="size-4" />
            Generate image
          </Button>
        </form>
      </div>
    </div>
  )
}

const badAddress = 'Enter an http or https URL, or the path of a stored picture.'

interface PicturesProps {
  character: Character
  address: string
  change: Change | null
  isDrawing: boolean
  isBusy: boolean
  onUndo: (before: string) => void
  onStop: () => void
}

/** The current image, next to the new or the previous one. */
function Pictures({ character, address, change, isDrawing, isBusy, onUndo, onStop }: PicturesProps) {
  const settled = useDebouncedPictureAddress(address)
  const { name, avatar } = character
  const pair = useRef<HTMLDivElement>(null)
  const isNew = useRef(true)
  useEffect(() => {
    // On small screens it is above the pressed button.
    if (!isNew.current) pair.current?.scrollIntoView?.({ block: 'nearest' })
    isNew.current = false
  }, [isDrawing, avatar])
  if (isDrawing)
    return (
      <PictureRow ref={pair}>
        <LabelledPicture label="Now" name={name} address={avatar} isFaint />
        <div className="grid min-w-0 flex-1 content-center gap-3">
          <p role="status" className="text-sm text-soft">
            Generating an image of {name}…
          </p>
          <Progress label={`Generating an image of ${name}`} />
          <Button size="s" look="quiet" className="justify-self-start" onClick={onStop}>
            Stop
          </Button>
        </div>
      </PictureRow>
    )
  if (settled !== '' && settled !== avatar)
    return (
      <PictureRow ref={pair}>
        <LabelledPicture label="Now" name={name} address={avatar} isFaint />
        <ArrowRight aria-hidden className="size-5 shrink-0 text-faint" />
        <LabelledPicture label="New" name={name} address={settled} />
      </PictureRow>
    )
  if (change !== null && change.before !== change.after)
    return (
      <PictureRow ref={pair}>
        <LabelledPicture label="Before" name={name} address={change.before} isFaint />
        <ArrowRight aria-hidden className="size-5 shrink-0 text-faint" />
        <LabelledPicture label="Now" name={name} address={change.after} />
        {change.before !== null && (
          <Button size="s" disabled={isBusy} onClick={() => onUndo(change.before!)}>
            Restore the old image
          </Button>
        )}
      </PictureRow>
    )
  return (
    <PictureRow ref={pair}>
      <LabelledPicture label="Now" name={name} address={avatar} />
    </PictureRow>
  )
}

const PictureRow = ({ ref, children }: { ref: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className="flex scroll-mt-[calc(var(--top-bar)+1rem)] flex-wrap items-center gap-4">
    {children}
  </div>
)

function LabelledPicture({
  label,
  name,
  address,
  isFaint,
}: {
  label: string
  name: string
  address: string | null
  isFaint?: boolean
}) {
  return (
    <figure className="grid gap-1.5">
      <Picture
        address={address}
        name={name}
        sizes="7rem"
        className={classNames('h-35 w-28 rounded-panel border border-line', isFaint && 'opacity-60')}
        initialsClassName="text-3xl"
      />
      <figcaption className="text-center text-xs text-faint">{label}</figcaption>
    </figure>
  )
}
