import { limits, type ProfileSettings } from '#modules/community/api'
import { changeProfile, getProfileSettings } from '#modules/community/calls'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '#web/components/ui/button'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Checkbox } from '#web/components/ui/toggle'
import { callQuery } from '#web/lib/api_client'
import { countCodePoints } from '#web/lib/code_points'
import { toast, toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { screens } from '#web/screens'

interface PublicProfileFormProps {
  username: string | null
  /** Must be stable between renders. */
  onUnsaved: (form: string, isUnsaved: boolean) => void
}

/** The settings of the page that others see. */
export function PublicProfileForm({ username, onUnsaved }: PublicProfileFormProps) {
  const id = useId()
  const query = useQuery({ ...callQuery(getProfileSettings), staleTime: 0, refetchOnWindowFocus: false })
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-5 border-t border-line py-8 sm:py-10 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="display text-xl">
          Public profile
        </h2>
        <p className="mt-1.5 text-ui text-pretty text-soft">
          {username === null ? (
            'Choose a username first. Your page has it in its address.'
          ) : (
            <>
              Everyone can see{' '}
              <Link
                to={screens.creator.href({ username })}
                className="text-accent-text underline underline-offset-4 wrap-anywhere"
              >
                your page
              </Link>{' '}
              once you publish a character that isn’t adult.
            </>
          )}
        </p>
      </div>
      <div className="min-w-0">
        {query.isPending ? (
          <Loading label="Loading your profile" className="grid gap-5">
            <Skeleton className="h-11" />
            <Skeleton className="h-28" />
          </Loading>
        ) : !query.data ? (
          <LoadFailed title="Couldn’t load your profile" size="panel" query={query} />
        ) : (
          <ProfileFields saved={query.data} onUnsaved={onUnsaved} />
        )}
      </div>
    </section>
  )
}

const number = new Intl.NumberFormat('en')
const isSame = (one: ProfileSettings, other: ProfileSettings) => JSON.stringify(one) === JSON.stringify(other)

function ProfileFields({
  saved,
  onUnsaved,
}: {
  saved: ProfileSettings
  onUnsaved: PublicProfileFormProps['onUnsaved']
}) {
  const [values, setValues] = useState(saved)
  const form = useRef<HTMLFormElement>(null)
  const change = useCall(changeProfile, (client, answer) =>
    client.setQueryData(callQuery(getProfileSettings).queryKey, answer)
  )
  const written = {
    ...values,
    about: values.about.trim(),
    links: values.links.map((link) => link.trim()).filter(Boolean),
  }
  const isUnsaved = !isSame(written, saved)
  useEffect(() => onUnsaved('profile', isUnsaved), [isUnsaved, onUnsaved])
  const length = countCodePoints(written.about)
  const aboutError =
    length > limits.aboutMax ? `A profile has at most ${number.format(limits.aboutMax)} characters.` : null
  const badLink = values.links.find((link) => link.trim() !== '' && !isLink(link.trim()))
  const set = (some: Partial<ProfileSettings>) => setValues({ ...values, ...some })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || !isUnsaved || aboutError !== null || badLink !== undefined) return
    try {
      setValues(await change.mutateAsync({ body: written }))
      toast('Settings Updated', 'Your public profile is saved.')
    } catch (error) {
      toastError(error, 'Failed to save your profile')
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
      <Checkbox
        label="Show my page without a public character, too"
        hint="Without it, your page exists while one of your characters is public."
        checked={values.isPublic}
        onChange={({ target }) => set({ isPublic: target.checked })}
      />
      <Field
        label="About you"
        isOptional
        error={aboutError}
        aside={`${number.format(length)} / ${number.format(limits.aboutMax)}`}
      >
        <TextArea rows={4} value={values.about} onChange={({ target }) => set({ about: target.value })} />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-ui font-semibold">Links</legend>
        {values.links.map((link, index) => (
          <div key={index} className="flex items-start gap-2">
            <Field
              label={`Link ${index + 1}`}
              className="min-w-0 flex-1"
              error={
                link === badLink ? `A link begins with https:// and has at most ${limits.linkMax} characters.` : null
              }
            >
              <Input
                type="url"
                placeholder="https://"
                value={link}
                onChange={({ target }) =>
                  set({ links: values.links.map((other, at) => (at === index ? target.value : other)) })
                }
              />
            </Field>
            <IconButton
              label={`Remove link ${index + 1}`}
              className="mt-7"
              icon={<X />}
              onClick={() => {
                set({ links: values.links.filter((_, at) => at !== index) })
                form.current?.querySelector<HTMLElement>('fieldset > button')?.focus()
              }}
            />
          </div>
        ))}
        <Button
          size="s"
          className="justify-self-start"
          isIdle={values.links.length >= limits.linksMax}
          onClick={() => set({ links: [...values.links, ''] })}
        >
          <Plus aria-hidden className="size-4" />
          Add a link
        </Button>
      </fieldset>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          look="primary"
          isLoading={change.isPending}
          isIdle={!isUnsaved || aboutError !== null || badLink !== undefined}
        >
          Save profile
        </Button>
        {isUnsaved && !change.isPending && (
          <Button
            look="quiet"
            onClick={() => {
              setValues(saved)
              form.current?.querySelector('input')?.focus()
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}

const isLink = (text: string) =>
  text.length <= limits.linkMax && /^https:\/\//i.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
