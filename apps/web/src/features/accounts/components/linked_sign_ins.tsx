import type { LinkOutcome, ProofOutcome, SignInMethod } from '#modules/accounts/api'
import { linkSignIn, unlinkSignIn } from '#modules/accounts/calls'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { browser } from '#web/lib/browser'
import { toast, attempt } from '#web/lib/toasts'
import { formatDay } from '../format_day.ts'
import { useProvenCall } from '#web/lib/reauthentication'
import { scrollIntoView } from '../scroll_into_view.ts'
import { settingsQuery } from '../settings.ts'
import { SettingsSection } from './settings_section.tsx'

/** The outcome of linking, after the redirect back from the provider. */
const linkMessages: Record<LinkOutcome, (name: string) => string> = {
  linked: (name) => `${name} is linked. You can now use it to sign in.`,
  denied: (name) => `Nothing was linked, because you didn’t allow it at ${name}.`,
  unavailable: (name) => `${name} can’t be reached right now. Try again in a moment.`,
  untrusted: (name) => `The answer from ${name} couldn’t be verified, so nothing was linked. Try again.`,
  taken: (name) => `That ${name} account is already linked to another user.`,
  another_linked: (name) => `Another ${name} account is already linked. Unlink it first.`,
}

/** The outcome of reauthentication with a provider, for users without a password. */
const proofMessages: Record<ProofOutcome, (name: string) => string> = {
  proven: () => 'Confirmed. Make your change again now.',
  denied: (name) => `You didn’t allow it at ${name}, so nothing was changed.`,
  unavailable: (name) => `${name} can’t be reached right now. Try again in a moment.`,
  untrusted: (name) => `${name} didn’t confirm a recent sign-in. Try again.`,
  another: (name) => `You are signed in to ${name} with a different account, so nothing was changed.`,
}

interface LinkedSignInsProps {
  /** Not empty. */
  signIns: readonly SignInMethod[]
  hasPassword: boolean
}

/** The sign-in providers, linked and not linked. */
export function LinkedSignIns({ signIns, hasPassword }: LinkedSignInsProps) {
  const outcome = useRedirectOutcome(signIns)
  const linkedCount = signIns.filter(({ linkedAt }) => linkedAt !== null).length
  return (
    <SettingsSection title="Other ways to sign in" text="Sign in with an account from another service.">
      <div className="grid gap-4">
        {outcome && (
          // The redirect from the provider must show this, wherever it is on the page.
          <div ref={scrollIntoView} className="scroll-my-24">
            <Alert tone={outcome.isGood ? 'success' : 'danger'} isLive>
              {outcome.sentence}
            </Alert>
          </div>
        )}
        <ul className="grid divide-y divide-line rounded-panel border border-line bg-raised">
          {signIns.map((signIn) => (
            <SignInRow key={signIn.provider} signIn={signIn} isOnlySignIn={!hasPassword && linkedCount === 1} />
          ))}
        </ul>
      </div>
    </SettingsSection>
  )
}

function SignInRow({ signIn, isOnlySignIn }: { signIn: SignInMethod; isOnlySignIn: boolean }) {
  const { provider, name, linkedAt } = signIn
  const [isAsking, setIsAsking] = useState(false)
  const link = useProvenCall(linkSignIn)
  const unlink = useProvenCall(unlinkSignIn, (queryClient) =>
    queryClient.setQueryData(
      settingsQuery().queryKey,
      (settings) =>
        settings && {
          ...settings,
          signIns: settings.signIns.map((one) => (one.provider === provider ? { ...one, linkedAt: null } : one)),
        }
    )
  )
  const linkProvider = () =>
    attempt('Something went wrong', async () => {
      browser.leaveTo((await link.mutateAsync({ params: { provider } })).url)
    })
  const unlinkProvider = () =>
    attempt('Something went wrong', async () => {
      await unlink.mutateAsync({ params: { provider } })
      toast('Settings Updated', `${name} is no longer linked.`)
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm text-soft">{statusText(linkedAt, isOnlySignIn)}</p>
      </div>
      {linkedAt === null ? (
        <Button aria-label={`Link ${name}`} isLoading={link.isPending} onClick={() => void linkProvider()}>
          Link
        </Button>
      ) : (
        !isOnlySignIn && (
          <Button aria-label={`Unlink ${name}`} isLoading={unlink.isPending} onClick={() => setIsAsking(true)}>
            Unlink
          </Button>
        )
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Unlink ${name}`}
        question={`${name} will no longer sign you in here. You can link it again at any time.`}
        confirmLabel="Unlink"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void unlinkProvider()}
      />
    </li>
  )
}

const statusText = (linkedAt: string | null, isOnlySignIn: boolean): string => {
  if (linkedAt === null) return 'Not linked'
  const since = `Linked on ${formatDay(linkedAt)}.`
  return isOnlySignIn ? `${since} This is your only sign-in method. Set a password before you unlink it.` : since
}

/** The outcome in the URL. Removed from the URL, so that a reload doesn't show it again. */
function useRedirectOutcome(signIns: readonly SignInMethod[]) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [redirect] = useState(() => ({
    provider: query.get('linked') ?? query.get('proven'),
    isProof: query.has('proven'),
    outcome: query.get('outcome') ?? '',
  }))
  const isInAddress = query.has('linked') || query.has('proven')
  useEffect(() => {
    if (isInAddress) navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }, [isInAddress, navigate])

  const signIn = signIns.find(({ provider }) => provider === redirect.provider)
  if (!signIn) return null
  if (redirect.isProof) {
    if (!isKnownOutcome(proofMessages, redirect.outcome)) return null
    return { isGood: redirect.outcome === 'proven', sentence: proofMessages[redirect.outcome](signIn.name) }
  }
  if (!isKnownOutcome(linkMessages, redirect.outcome)) return null
  const isGood = redirect.outcome === 'linked'
  // Unlinked since.
  if (isGood && signIn.linkedAt === null) return null
  return { isGood, sentence: linkMessages[redirect.outcome](signIn.name) }
}

const isKnownOutcome = <Outcome extends string>(known: Record<Outcome, unknown>, outcome: string): outcome is Outcome =>
  Object.hasOwn(known, outcome)
