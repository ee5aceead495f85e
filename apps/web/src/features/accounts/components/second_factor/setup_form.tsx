import type { NewSecondFactor } from '#modules/accounts/api'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { ApiError } from '#web/lib/api_error'
import { browser } from '#web/lib/browser'
import { toast, toastFailure } from '#web/lib/toasts'
import { useConfirmSecondFactor } from '../../second_factor.ts'
import { showFieldErrors } from '../../settings_forms.ts'
import { CodeField } from './code_field.tsx'
import { FormError } from '../form_error.tsx'

interface SetupFormProps {
  factor: NewSecondFactor
  /** Starts over with a new secret, after this one expired. */
  onRestart: () => void
  onCancel: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret for the app and asks for a first code. */
export function SetupForm({ factor: { secret, uri }, onRestart, onCancel, onDone }: SetupFormProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const confirm = useConfirmSecondFactor()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const send = form.handleSubmit(async (body) => {
    if (confirm.isPending) return
    try {
      onDone((await confirm.mutateAsync({ body })).recoveryCodes)
    } catch (error) {
      showFieldErrors(form, error)
    }
  })
  const copy = () =>
    browser.copy(secret).then(
      () => toast('Copied', 'Key copied to the clipboard.'),
      () => toastFailure('Error', 'The key couldn’t be copied.')
    )
  const hasExpired = confirm.error instanceof ApiError && confirm.error.code === 'not_begun'
  return (
    <div className="grid gap-6 rounded-panel border border-line bg-raised p-4 sm:p-5">
      <div>
        <h3 ref={heading} tabIndex={-1} className="scroll-my-24 font-semibold outline-none">
          1. Scan this with your authenticator app
        </h3>
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-4">
          <QrCode text={uri} label="QR code for your authenticator app" />
          <div className="min-w-0 flex-1 basis-48">
            <p className="text-sm text-pretty text-soft">
              On the phone with the app,{' '}
              <a href={uri} className="font-semibold text-accent-text underline">
                open it directly
              </a>
              . Or type this key into the app:
            </p>
            <div className="mt-2 flex items-center gap-1">
              <code className="min-w-0 font-mono text-sm break-words select-all">{inGroups(secret)}</code>
              <IconButton label="Copy the key" icon={<Copy />} onClick={() => void copy()} />
            </div>
          </div>
        </div>
      </div>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        <h3 className="font-semibold">2. Enter the code from the app</h3>
        <CodeField form={form} label="Code" hint="6 digits. It changes every 30 seconds." isAppCode />
        <FormError
          form={form}
          error={confirm.error}
          action={hasExpired && <Button onClick={onRestart}>Start over</Button>}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" isLoading={confirm.isPending}>
            Turn on
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

interface QrCodeProps {
  text: string
  label: string
}

/** Dark on light in both themes, because scanners expect it. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 3 }), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-control ring-1 ring-line sm:size-52"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={data.map(rowPath).join('')} />
    </svg>
  )
}

/** The dark runs of a row. */
const rowPath = (row: readonly boolean[], y: number): string => {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    const length = x - start + 1
    path += `M${start} ${y}h${length}v1h-${length}z`
  }
  return path
}
