import { beginAgeCheck } from '#modules/accounts/calls'
import type { QueryClient } from '@tanstack/react-query'
import { isCharacterQuery } from '#web/components/shared/character_queries'
import { browser } from '#web/lib/browser'
import { storage } from '#web/lib/storage'
import { attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'

/** Refreshes every list of characters. Inactive queries are removed, so that no screen shows their old answers first. */
export function refreshCharacters(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isCharacterQuery, type: 'inactive' })
  void queryClient.invalidateQueries({ predicate: isCharacterQuery })
}

const key = 'age-check'

/** The check that goes on at the provider. */
export const ageCheck = {
  keep: (check: string) => storage.set(key, check),
  take(): string | null {
    const check = storage.get(key)
    storage.remove(key)
    return check
  },
}

/** Leaves for the page of the provider that verifies ages. */
export function useBeginAgeCheck(): () => Promise<void> {
  const begin = useCall(beginAgeCheck)
  return () =>
    attempt('The age check can’t begin', async () => {
      const { url, check } = await begin.mutateAsync()
      ageCheck.keep(check)
      browser.leaveTo(url)
    })
}
