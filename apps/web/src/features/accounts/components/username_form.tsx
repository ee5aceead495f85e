import { limits, usernameMessages, usernameProblem, type User } from '#modules/accounts/api'
import { changeUsername, checkUsername } from '#modules/accounts/calls'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { Field, Input } from '#web/components/ui/field'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { isStatus } from '#web/lib/api_error'
import { toast, toastError } from '#web/lib/toasts'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { useCall } from '#web/lib/use_call'
import { callQuery } from '#web/lib/api_client'
import { cacheUser } from '../cache_user.ts'
import { useReportUnsaved, type OnUnsavedChange } from '../settings_forms.ts'
import { FormActions } from './form_actions.tsx'
import { SettingsSection } from './settings_section.tsx'

interface UsernameFormProps {
  user: Pick<User, 'username'>
  onUnsaved: OnUnsavedChange
}

/** A unique username. It can be saved once the server has confirmed that it is available. */
export function UsernameForm({ user: { username }, onUnsaved }: UsernameFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: { username: username ?? '' } })
  const typed = useWatch({ control: form.control, name: 'username' })
  const availability = useUsernameAvailability(typed, username)
  const change = useCall(changeUsername, cacheUser, { scope: 'user' })
  const isUnsaved = typed.trim() !== (username ?? '')
  useReportUnsaved('username', isUnsaved, onUnsaved)

  const save = form.handleSubmit(async (values) => {
    const name = values.username.trim()
    if (availability.state !== 'available' || change.isPending) return
    try {
      const user = await change.mutateAsync({ body: { username: name } })
      if (form.getValues('username') === values.username) form.reset({ username: user.username ?? '' })
      toast('Settings Updated', `Your username is now ${user.username}.`)
    } catch (error) {
      // Taken since the availability check.
      if (isStatus(error, 409))
        queryClient.setQueryData(usernameQuery(name).queryKey, {
          available: false,
          message: usernameMessages.taken,
        })
      toastError(error, 'Failed to update username')
    }
  })
  return (
    <SettingsSection
      title="Your username"
      text="Your unique name. Characters call you by it, and it appears next to your comments."
    >
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <Field
          label="Username"
          hint={hintOf(availability, username)}
          error={errorOf(availability)}
          success={availability.state === 'available' ? availability.message : null}
        >
          <span className="relative block sm:max-w-80">
            <Input
              autoComplete="nickname"
              autoCapitalize="none"
              spellCheck={false}
              className="pr-11"
              {...form.register('username')}
            />
            <AvailabilityIcon state={availability.state} />
          </span>
        </Field>
        {availability.state === 'failed' && (
          <Button size="s" className="justify-self-start" onClick={availability.again}>
            Try again
          </Button>
        )}
        <FormActions
          label="Save username"
          isLoading={change.isPending}
          isDisabled={availability.state !== 'available'}
          onDiscard={
            isUnsaved
              ? () => {
                  form.setFocus('username')
                  form.reset()
                }
              : undefined
          }
        />
      </form>
    </SettingsSection>
  )
}

const hintOf = (availability: Availability, username: string | null) => {
  if (availability.state === 'checking') return 'Checking…'
  if (availability.state === 'unknown' && username !== null) return `Your current username is ${username}. ${rules}`
  return rules
}

const rules = `${limits.usernameMin} to ${limits.usernameMax} letters, numbers, underscores and hyphens.`

const errorOf = (availability: Availability): string | null => {
  if (availability.state === 'taken') return availability.message
  if (availability.state === 'failed') return 'Availability couldn’t be checked.'
  return availability.state === 'unknown' ? availability.problem : null
}

/** The availability as an icon; the text is below the field. */
function AvailabilityIcon({ state }: { state: Availability['state'] }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center [&>svg]:size-5"
    >
      {state === 'checking' && <InlineSpinner className="size-5 text-faint" />}
      {state === 'available' && <CircleCheck className="text-success-text" />}
      {state === 'taken' && <CircleX className="text-danger-text" />}
    </span>
  )
}

const debounceMs = 500

/** One query per name, so that a late answer is never taken for another name's. */
const usernameQuery = (username: string) => ({
  ...callQuery(checkUsername, { params: { username } }),
  gcTime: 0,
})

type Availability =
  /** Not checked. `problem` is a format error. */
  | { state: 'unknown'; problem: string | null }
  | { state: 'checking' }
  | { state: 'available'; message: string }
  | { state: 'taken'; message: string }
  | { state: 'failed'; again: () => void }

/** Whether the typed username is available. `own` is the current one; a change of case is checked, too. */
function useUsernameAvailability(typed: string, own: string | null): Availability {
  const name = typed.trim()
  const debounced = useDebouncedSearch(typed, debounceMs)
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
