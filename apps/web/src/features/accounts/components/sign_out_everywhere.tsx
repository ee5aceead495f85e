import { signOutEverywhere, endOtherSessions, endSession, listSessions } from '#modules/accounts/calls'
import type { ListedSession } from '#modules/accounts/api'
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { disableSignInRedirect } from '#web/components/shared/sign_in_redirect'
import { attempt, toast } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { Badge } from '#web/components/ui/badge'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Skeleton } from '#web/components/ui/skeleton'
import { focusMain } from '#web/lib/focus_main'
import { nextFocusTarget } from '#web/lib/next_focus_target'
import { callQuery, callServer } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { SettingsSection } from './settings_section.tsx'
import { formatDay } from '../format_day.ts'

/** Ends every session of this account after a confirmation. `onDone` is called once the user is signed out. */
export function SignOutEverywhere({ onDone }: { onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const signOut = useCall(signOutEverywhere)
  const leave = () =>
    attempt('Failed to sign out', async () => {
      await signOut.mutateAsync()
      disableSignInRedirect()
      onDone()
    })
  return (
    <SettingsSection title="Devices" text="If you lost a device or notice unfamiliar activity.">
      <div className="grid justify-items-start gap-4">
        <SessionList />
        <Button isLoading={signOut.isPending} onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere"
        question="All devices are signed out, including this one. Your chats are kept."
        confirmLabel="Sign out"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void leave()}
      />
    </SettingsSection>
  )
}

/** Longer lists are folded. */
const shownMax = 4

function SessionList() {
  const list = useSessions()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const endOthers = useEndOtherSessions()
  if (list.isPending) return <Skeleton className="h-36 w-full rounded-panel" />
  if (!list.data) return <LoadFailed title="Couldn’t load your devices" query={list} />
  const sessions = list.data
  const signOutOthers = () =>
    attempt('Failed to sign out', async () => {
      await endOthers.mutateAsync()
      focusMain()
      toast('Signed out', 'You are now signed in only here.')
    })
  return (
    <div className="grid w-full justify-items-start gap-4">
      <ul
        aria-label="Where you are signed in"
        className="grid w-full divide-y divide-line rounded-panel border border-line bg-raised"
      >
        {(isUnfolded ? sessions : sessions.slice(0, shownMax)).map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {sessions.length > shownMax && (
          <Button aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? 'Show fewer' : `Show all ${sessions.length}`}
          </Button>
        )}
        {sessions.length > 2 && (
          <Button isLoading={endOthers.isPending} onClick={() => void signOutOthers()}>
            Sign out other devices
          </Button>
        )}
      </div>
    </div>
  )
}

function SessionRow({ session }: { session: ListedSession }) {
  const { id, device, createdAt, isCurrent } = session
  const end = useEndSession()
  const name = device ?? 'Unknown device'
  const since = formatDay(createdAt)
  const signOut = async (button: HTMLElement) => {
    // The button disappears with its row.
    const next = nextFocusTarget(button)
    await attempt('Failed to sign out', async () => {
      await end.mutateAsync(id)
      if (document.activeElement === button || document.activeElement === document.body) {
        if (next) next.focus()
        else focusMain()
      }
      toast('Signed out', `${name} is signed out.`)
    })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold break-words">
          {name}
          {isCurrent && <Badge>This browser</Badge>}
        </p>
        <p className="text-sm text-pretty text-soft">
          Signed in on {since}
          {!isCurrent && `, last used ${lastUsedText(session)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          aria-label={`Sign out ${name}, signed in on ${since}`}
          isLoading={end.isPending}
          onClick={(event) => void signOut(event.currentTarget)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

const hourMs = 3_600_000

/** In hours, because the server updates `lastUsedAt` only every ten minutes. */
const lastUsedText = ({ lastUsedAt }: ListedSession): string => {
  const hours = Math.floor((Date.now() - Date.parse(lastUsedAt)) / hourMs)
  if (hours < 1) return 'less than an hour ago'
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** Not cached while unused: sessions end on other devices, too. */
const sessionsQuery = () => ({ ...callQuery(listSessions), gcTime: 0 })

const useSessions = () => useQuery(sessionsQuery())

/** A session that has already ended counts as success. */
function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (session: string) =>
      callServer(endSession, { params: { session } }).catch((error: unknown) => {
        if (!isStatus(error, 404)) throw error
      }),
    onSuccess: (_, ended) =>
      queryClient.setQueryData(sessionsQuery().queryKey, (sessions) => sessions?.filter(({ id }) => id !== ended)),
  })
}

const useEndOtherSessions = () =>
  useCall(endOtherSessions, (queryClient) =>
    queryClient.setQueryData(sessionsQuery().queryKey, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  )
