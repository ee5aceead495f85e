import { pictureSources, type PictureFocus } from '#modules/gallery/api'
import { uploadTypes } from '#modules/imagegen/api'
import ImageOff from 'lucide-react/icons/image-off'
import ImagePlus from 'lucide-react/icons/image-plus'
import Sparkles from 'lucide-react/icons/sparkles'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { classNames } from '#web/lib/class_names'
import { useDrop } from '#web/lib/use_drop'
import { FocusPicker, type FocusPickerProps } from './focus_picker.tsx'
import { useDebouncedPictureAddress } from './use_settled_address.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { Progress } from '../ui/progress.tsx'
import { usePictureUpload } from './use_picture_upload.ts'

export interface PictureFieldProps {
  label: string
  /** The picture's URL, empty for none. May be incomplete while typing; the caller validates it. */
  value: string
  onChange: (address: string) => void
  onBlur?: () => void
  /** Shown below unless there is an error. */
  hint?: ReactNode
  error?: string | null
  isOptional?: boolean
  shape?: keyof typeof shapes
  /** Previewed when the value is empty, such as the avatar for a background. */
  fallback?: string
  /** The point that crops keep in view. With `onFocusChange`, users can move it. */
  focus?: PictureFocus | null
  onFocusChange?: (focus: PictureFocus) => void
  /** Opens the sheet that draws a picture. Without it, there is no button. */
  onDraw?: () => void
  /** Reports whether an upload is in flight, so that a form can wait. Must be stable between renders. */
  onBusyChange?: (isBusy: boolean) => void
  /** Receives the focus on a validation error. */
  ref?: Ref<HTMLButtonElement>
}

const shapes = {
  square: ['size-28 rounded-panel @md:row-span-2 @md:size-32', '8rem'],
  round: ['size-28 rounded-full @md:row-span-2 @md:size-32', '8rem'],
  wide: ['aspect-video w-full rounded-panel @max-md:col-span-2 @md:row-span-2 @md:w-57', '20rem'],
} as const

/** A picture from a file (chosen, dropped or pasted) or a URL. The old picture stays until the upload succeeds. */
export function PictureField({
  label,
  value,
  onChange,
  onBlur,
  hint,
  error,
  isOptional,
  shape = 'square',
  fallback = '',
  focus = null,
  onFocusChange,
  onDraw,
  onBusyChange,
  ref,
}: PictureFieldProps) {
  const id = useId()
  const main = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => main.current!)
  const chooser = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const { state, upload, stop } = usePictureUpload((address) => {
    onChange(address)
    setStatus(`${label} uploaded.`)
  })
  const isBusy = state.kind === 'uploading'
  useEffect(() => {
    if (!isBusy) return
    onBusyChange?.(true)
    return () => onBusyChange?.(false)
  }, [isBusy, onBusyChange])

  const take = (files: FileList): boolean => {
    const file = [...files].find(({ type }) => type.startsWith('image/')) ?? files[0]
    if (!file) return false
    setStatus('')
    void upload(file)
    return true
  }
  const name = (address: string) => {
    stop()
    setStatus('')
    onChange(address)
  }
  const { isOver, dropProps } = useDrop((dropped) => {
    if (take(dropped.files)) return
    const [address = ''] = dropped.getData('text/uri-list').split('\n')
    if (address.trim() !== '') name(address.trim())
  })
  const paste = (event: ClipboardEvent) => {
    if (take(event.clipboardData.files)) event.preventDefault()
  }

  const problem = state.kind === 'failed' ? state.message : error || null
  const noteId = `${id}-note`
  const labelText = label.toLowerCase()
  const hasFocus = onFocusChange !== undefined && value !== '' && !isBusy
  const verb = isBusy ? 'Cancel' : value === '' ? 'Upload' : 'Replace'
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid min-w-0 gap-1.5" {...dropProps} onPaste={paste}>
      <p id={`${id}-label`} className="text-sm font-semibold">
        {label}
        {isOptional && <span className="font-normal text-faint"> (optional)</span>}
      </p>
      <div
        className={classNames(
          '@container rounded-panel border border-dashed p-3 transition-colors sm:p-4',
          isOver
            ? 'border-accent-text bg-accent-soft'
            : problem
              ? 'border-danger-text'
              : 'border-line-strong/70 bg-field/40'
        )}
      >
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3">
          <Preview
            address={(isBusy && state.preview) || value || fallback}
            isFaint={value === '' || isBusy}
            shape={shape}
            picker={hasFocus ? { focus, onChange: onFocusChange, label: labelText, describedBy: noteId } : null}
          />
          <div
            className={classNames(
              'flex flex-wrap gap-2 @md:self-end',
              (shape === 'wide' || hasFocus) && '@max-md:col-span-2'
            )}
          >
            {/* The same element for Upload and Cancel, so that the focus stays. */}
            <button
              ref={main}
              type="button"
              aria-label={isBusy ? `${verb} upload of ${labelText}` : `${verb} ${labelText}`}
              aria-describedby={problem || hint ? noteId : undefined}
              className={buttonClasses('outline')}
              onClick={() => (isBusy ? stop() : chooser.current?.click())}
            >
              {verb}
            </button>
            {value !== '' && !isBusy && (
              <Button
                look="quiet"
                aria-label={`Remove ${labelText}`}
                onClick={() => {
                  name('')
                  main.current?.focus()
                }}
              >
                Remove
              </Button>
            )}
            {onDraw && !isBusy && (
              <Button look="quiet" aria-label={`Generate one for the ${labelText}`} onClick={onDraw}>
                <Sparkles aria-hidden className="size-4" />
                Generate one
              </Button>
            )}
          </div>
          {state.kind === 'uploading' ? (
            <div className="grid gap-2 py-1.5 @max-md:col-span-2 @md:self-start">
              <p className="flex justify-between gap-3 text-sm text-soft">
                <span>{state.share < 1 ? 'Uploading…' : 'Almost done…'}</span>
                <span aria-hidden className="tabular-nums">{`${percent(state.share)}%`}</span>
              </p>
              <Progress label={`Uploading ${labelText}`} value={percent(state.share)} />
            </div>
          ) : (
            <Input
              type="text"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-label={`Address of ${labelText}`}
              aria-describedby={problem || hint ? noteId : undefined}
              aria-invalid={problem ? true : undefined}
              placeholder={isStoredPicture(value) ? 'Stored picture' : 'or paste a URL: https://…'}
              value={isStoredPicture(value) ? '' : value}
              onChange={(event) => name(event.target.value)}
              onBlur={onBlur}
              className="@max-md:col-span-2 @md:self-start"
            />
          )}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={`Choose ${labelText}`}
        accept={uploadTypes.join(',')}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) take(currentTarget.files)
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3">
        <p
          id={noteId}
          aria-live="polite"
          className={classNames('min-w-0 text-sm empty:hidden', problem ? 'text-danger-text' : 'text-faint')}
        >
          {problem ?? hint}
        </p>
        {state.kind === 'failed' && state.retry && (
          <Button size="s" look="quiet" onClick={state.retry}>
            Try again
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  )
}

interface PreviewProps {
  address: string
  isFaint: boolean
  shape: keyof typeof shapes
  /** Shows the whole picture with its focus. */
  picker: Omit<FocusPickerProps, 'address' | 'onError'> | null
}

function Preview({ address, isFaint, shape, picker }: PreviewProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const settled = useDebouncedPictureAddress(address)
  const shown = address.startsWith('blob:') ? address : settled
  const [box, sizes] = shapes[shape]
  const isShown = shown !== '' && shown !== failed
  if (isShown && picker) return <FocusPicker key={shown} address={shown} onError={() => setFailed(shown)} {...picker} />
  return (
    <span
      aria-hidden
      className={classNames('relative grid shrink-0 place-items-center overflow-clip bg-hover text-faint', box)}
    >
      {isShown ? (
        <img
          key={shown}
          {...pictureSources(shown, sizes)}
          alt=""
          referrerPolicy="no-referrer"
          draggable={false}
          className={classNames('absolute inset-0 size-full object-cover object-[50%_20%]', isFaint && 'opacity-45')}
          onError={() => setFailed(shown)}
        />
      ) : address === '' ? (
        <ImagePlus className="size-7" />
      ) : (
        <ImageOff className="size-7" />
      )}
    </span>
  )
}

const percent = (share: number) => Math.round(share * 100)

/** The URL of an upload means nothing to users, so it isn't shown. */
const isStoredPicture = (address: string) => address.startsWith('/pictures/')
