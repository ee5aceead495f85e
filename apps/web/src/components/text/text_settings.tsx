import { limits, type User } from '#modules/accounts/api'
import { changeSettings, getCurrentUser } from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useCall } from '#web/lib/use_call'
import { PictureHostsContext } from './picture_hosts.ts'
import { SpeechTintContext } from './speech_tint.ts'

/** Applies a user's choices to the messages inside. */
export function TextSettings({ user, children }: { user: User; children: ReactNode }) {
  const { pictureHosts } = user
  const queryClient = useQueryClient()
  const { mutate } = useCall(changeSettings, undefined, { scope: 'user' })
  const pictures = useMemo(
    () => ({
      hosts: pictureHosts ?? [],
      add(host: string) {
        const queryKey = [addressOf(getCurrentUser)]
        const saved = queryClient.getQueryData<User | null>(queryKey)?.pictureHosts ?? []
        if (saved.includes(host)) return
        // The oldest host makes room.
        const hosts = [...saved, host].slice(-limits.pictureHostsMax)
        queryClient.setQueryData<User | null>(queryKey, (current) => current && { ...current, pictureHosts: hosts })
        // The picture is shown at once. If the host can't be saved, the user is asked again on the next visit.
        mutate({ body: { pictureHosts: hosts } })
      },
    }),
    [pictureHosts, queryClient, mutate]
  )
  return (
    <SpeechTintContext value={user.reading?.speechTint ?? true}>
      <PictureHostsContext value={pictures}>{children}</PictureHostsContext>
    </SpeechTintContext>
  )
}
