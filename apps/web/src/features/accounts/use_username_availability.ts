import { usernameProblem } from '#modules/accounts/api'
import { checkUsername } from '#modules/accounts/calls'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callQuery } from '#web/lib/api_client'

const debounceMs = 500

/** One query per name, so that a late answer is never taken for another name's. */
export const usernameQuery = (username: string) => ({
  ...callQuery(checkUsername, { params: { username } }),
  gcTime: 0,
})

export type Availability =
  /** Not checked. `problem` is a format error. */
  | { state: 'unknown'; problem: string | null }
  | { state: 'checking' }
  | { state: 'available'; message: string }
  | { state: 'taken'; message: string }
  | { state: 'failed'; again: () => void }

/** Whether the typed username is available. `own` is the current one; a change of case is checked, too. */
export function useUsernameAvailability(typed: string, own: string | null): Availability {
  const name = typed.trim()
  const debounced = useDebounced(name)
  const problem = usernameProblem(debounced)
  const check = useQuery({
    ...usernameQuery(debounced),
    enabled: problem === null && debounced !== own,
  })
  if (name === '' || name === own) return { state: 'unknown', problem: null }
  if (name !== debounced) return usernameProblem(name) ? { state: 'unknown', problem: null } : { state: 'checking' }
  if (problem) return { state: 'unknown', problem }
  if (check.isFetching || check.isPending) return { state: 'checking' }
  if (!check.data) return { state: 'failed', again: () => void check.refetch() }
  const { available, message } = check.data
  return { state: available ? 'available' : 'taken', message }
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
