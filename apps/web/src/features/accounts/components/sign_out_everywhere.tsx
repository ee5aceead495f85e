import { signOutEverywhere } from '#modules/accounts/calls'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { disableSignInRedirect } from '#web/components/shared/sign_in_redirect'
import { attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { SessionList } from './session_list.tsx'
import { SettingsSection } from './settings_section.tsx'

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
