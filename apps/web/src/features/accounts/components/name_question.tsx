import { limits, type User } from '#modules/accounts/api'
import { useId, useState, type SubmitEvent } from 'react'
import { Button } from '#web/components/ui/button'
import { Input } from '#web/components/ui/field'
import { sentenceOf } from '#web/lib/api_error'
import { focusMain } from '#web/lib/focus_main'
import { isServerRender } from '#web/lib/server_render'
import { storage } from '#web/lib/storage'
import { useChangeSettings } from '../settings.ts'

const skippedKey = 'facet:name-skipped'

interface NameQuestionProps {
  user: Pick<User, 'id'>
  /** The name of the character who asks. */
  asker: string
}

/** Asks what the character should call the user. Can be skipped on this device. */
export function NameQuestion({ user, asker }: NameQuestionProps) {
  const [skippedBy, setSkippedBy] = useState(() => storage.get(skippedKey))
  const [name, setName] = useState('')
  const id = useId()
  const settings = useChangeSettings()
  if (skippedBy === user.id) return null
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const firstName = name.trim()
    if (firstName !== '') settings.mutate({ body: { firstName } }, { onSuccess: focusMain })
  }
  const skip = () => {
    storage.set(skippedKey, user.id)
    setSkippedBy(user.id)
    focusMain()
  }
  return (
    <form
      data-name-question
      data-unless={isServerRender ? skippedKey : undefined}
      data-unless-includes={isServerRender ? user.id : undefined}
      className="relative bg-bg px-3 pt-2 pb-2.5 [@media(max-height:26rem)]:hidden"
      onSubmit={save}
    >
      <div className="mx-auto max-w-[37.5rem]">
        <label htmlFor={id} className="text-sm font-semibold">
          What should {asker} call you?
        </label>
        <div className="mt-1 flex gap-2">
          <Input
            id={id}
            value={name}
            maxLength={limits.nameMax}
            autoComplete="given-name"
            placeholder="Your name"
            aria-describedby={`${id}-problem`}
            aria-invalid={settings.isError ? true : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" isLoading={settings.isPending}>
            Save
          </Button>
          <Button look="quiet" onClick={skip}>
            Skip
          </Button>
        </div>
        <p id={`${id}-problem`} aria-live="polite" className="mt-1 text-sm text-danger-text empty:hidden">
          {settings.isError && sentenceOf(settings.error, 'Couldn’t save your name. Please try again.')}
        </p>
      </div>
    </form>
  )
}
