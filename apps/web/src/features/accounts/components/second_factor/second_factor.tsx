import type { AccountSettings, NewSecondFactor } from '#modules/accounts/api'
import { beginSecondFactor } from '#modules/accounts/calls'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { toast } from '#web/lib/toasts'
import { formatDay } from '../../format_day.ts'
import { useProvenCall } from '#web/lib/reauthentication'
import { CodeDialog, type CodeAction } from './code_dialog.tsx'
import { RecoveryCodeList } from './recovery_code_list.tsx'
import { SetupForm } from './setup_form.tsx'

interface SecondFactorProps {
  factor: AccountSettings['secondFactor']
}

/** Two-step sign-in: off, being set up, or on. Shows new recovery codes once. */
export function SecondFactor({ factor }: SecondFactorProps) {
  const [setUp, setSetUp] = useState<NewSecondFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [action, setAction] = useState<CodeAction | null>(null)
  const begin = useProvenCall(beginSecondFactor)
  const statusPanel = useRef<HTMLDivElement>(null)
  /** Replaces the focused form by the status panel, which takes the focus. */
  const showStatus = (close: () => void) => {
    flushSync(close)
    statusPanel.current?.focus()
  }

  const start = async () => {
    try {
      setSetUp(await begin.mutateAsync())
    } catch {
      // Shown below.
    }
  }

  if (codes) return <RecoveryCodeList codes={codes} onDone={() => showStatus(() => setCodes(null))} />
  if (setUp && !factor)
    return (
      <SetupForm
        key={setUp.secret}
        factor={setUp}
        onRestart={() => {
          setSetUp(null)
          void start()
        }}
        onCancel={() => showStatus(() => setSetUp(null))}
        onDone={(made) => {
          setSetUp(null)
          setCodes(made)
          toast('Two-Step Sign-In Is On', 'You stay signed in here. All other devices have been signed out.')
        }}
      />
    )
  return (
    <div ref={statusPanel} tabIndex={-1} className="grid gap-4 rounded-panel outline-none">
      {factor ? (
        <EnabledPanel factor={factor} onAct={setAction} />
      ) : (
        <DisabledPanel isLoading={begin.isPending} onStart={start} />
      )}
      {begin.error && !isStatus(begin.error, 401) && (
        <Alert tone="danger" isLive>
          {sentenceOf(begin.error, 'Something went wrong. Try again.')}
        </Alert>
      )}
      <CodeDialog
        action={action}
        onClose={() => setAction(null)}
        onRemoved={() => {
          toast(
            'Two-Step Sign-In Is Off',
            'Signing in needs only the first step again. All other devices have been signed out.'
          )
          showStatus(() => setAction(null))
        }}
        onRenewed={(made) => {
          setAction(null)
          setCodes(made)
        }}
      />
    </div>
  )
}

function DisabledPanel({ isLoading, onStart }: { isLoading: boolean; onStart: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel border border-line bg-raised p-4 sm:p-5">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-semibold">Off</h3>
        <p className="mt-1 text-sm text-pretty text-soft">
          You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or your password manager.
        </p>
      </div>
      <Button isLoading={isLoading} onClick={onStart} className="max-sm:w-full">
        Set up
      </Button>
    </div>
  )
}

const lowCodesThreshold = 3

function EnabledPanel({
  factor,
  onAct: onAction,
}: {
  factor: NonNullable<SecondFactorProps['factor']>
  onAct: (act: CodeAction) => void
}) {
  const { since, recoveryCodesLeft: left } = factor
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel border border-line bg-raised p-4 sm:p-5">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="flex items-center gap-2 font-semibold">
            <ShieldCheck aria-hidden className="size-5 text-success-text" />
            On
          </h3>
          <p className="mt-1 text-sm text-pretty text-soft">
            Since {formatDay(since)}. {left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left.
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-auto">
          <Button onClick={() => onAction('renew')}>New recovery codes</Button>
          <Button look="danger" onClick={() => onAction('remove')}>
            Turn off
          </Button>
        </div>
      </div>
      {left <= lowCodesThreshold && (
        <Alert tone="warning">
          {left === 0
            ? 'You have no recovery codes left. If you lose your phone, you are locked out. Create new ones.'
            : 'You are running out of recovery codes. Create new ones.'}
        </Alert>
      )}
    </>
  )
}
