import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { Progress } from '#web/components/ui/progress'
import { classNames } from '#web/lib/class_names'
import type { ProgressOptions } from '#web/lib/send_with_progress'
import { toastError } from '#web/lib/toasts'
import { useDrop } from '#web/lib/use_drop'

/** One upload at a time; others are ignored meanwhile. */
export function useUpload() {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const call = useRef<AbortController | null>(null)
  useEffect(() => () => call.current?.abort(), [])
  return {
    sending,
    stop: () => call.current?.abort(),
    /** Says in a toast why the upload failed, unless it was stopped. */
    async send(name: string, failure: string, upload: (options: ProgressOptions) => Promise<void>) {
      if (call.current) return
      const { signal } = (call.current = new AbortController())
      setSending({ name, share: 0 })
      try {
        await upload({ signal, onProgress: (share) => setSending({ name, share }) })
      } catch (error) {
        if (!signal.aborted) toastError(error, failure, 'Import Failed')
      } finally {
        call.current = null
        setSending(null)
      }
    },
  }
}

interface UploadZoneProps extends Pick<ComponentProps<'input'>, 'accept' | 'multiple' | 'className'> {
  upload: Pick<ReturnType<typeof useUpload>, 'sending' | 'stop'>
  /** The server reads the file before it answers. */
  isRead?: boolean
  icon: ReactNode
  button: string
  look?: ComponentProps<typeof Button>['look']
  text: string
  /** The label of the hidden field. */
  label: string
  onFiles: (files: readonly File[]) => void
}

/** A button to choose files, which can also be dropped here, or the progress of the upload. */
export function UploadZone(props: UploadZoneProps) {
  const { upload, isRead = false, icon, button, look, text, label, onFiles, className, ...input } = props
  const { sending, stop } = upload
  const chooser = useRef<HTMLInputElement>(null)
  const { isOver, dropProps } = useDrop(({ files }) => onFiles([...files]))
  const isReading = isRead && sending?.share === 1
  return (
    <>
      <div
        {...dropProps}
        className={classNames(
          'grid place-content-center justify-items-center gap-3 rounded-panel border border-dashed px-4 py-6 text-center transition-colors',
          className,
          isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70 bg-field/40'
        )}
      >
        {sending ? (
          <div className="grid w-64 max-w-full gap-2.5">
            <p role="status" className="truncate text-sm text-soft">
              {isReading ? 'Reading' : 'Sending'} {sending.name}
            </p>
            <Progress
              label={`${isRead ? 'Importing' : 'Sending'} ${sending.name}`}
              {...(isReading ? {} : { value: Math.round(sending.share * 100) })}
            />
            {!isReading && (
              <Button size="s" look="quiet" className="justify-self-center" onClick={stop}>
                Cancel
              </Button>
            )}
          </div>
        ) : (
          <>
            {icon}
            <Button look={look} onClick={() => chooser.current?.click()}>
              {button}
            </Button>
            <p className="text-sm text-balance text-faint">{text}</p>
          </>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={label}
        {...input}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Lets the same files be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
