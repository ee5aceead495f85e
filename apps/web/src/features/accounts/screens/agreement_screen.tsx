import type { AgreedPageName, AgreementWanted } from '#modules/accounts/api'
import { agreeToPages, getSitePage, signOut } from '#modules/accounts/calls'
import { addressOf } from '#modules/kernel/calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ChangeList } from '#web/components/shared/change_list'
import { DocumentText } from '#web/components/text/document_text'
import { splitTitle } from '#web/components/text/split_title'
import { Button } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Checkbox } from '#web/components/ui/toggle'
import { callQuery } from '#web/lib/api_client'
import { isStatus } from '#web/lib/api_error'
import { submitting } from '#web/lib/submitting'
import { attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { currentUserQuery } from '../current_user.ts'

/** Asks a user to agree to new terms and rules, in place of every other screen. */
export function AgreementScreen({ wanted }: { wanted: readonly AgreementWanted[] }) {
  useTitle('Terms and rules')
  const [agreed, setAgreed] = useState<ReadonlySet<AgreedPageName>>(new Set())
  const agree = useCall(agreeToPages, (queryClient, user) =>
    queryClient.setQueryData(currentUserQuery().queryKey, user)
  )
  const isNew = wanted.every(({ agreedVersion }) => agreedVersion === null)
  const isComplete = wanted.every(({ page }) => agreed.has(page))
  const { refetch } = useQuery({ ...currentUserQuery(), enabled: false })
  const save = () =>
    attempt('Failed to save your agreement', async () => {
      const body = Object.fromEntries(wanted.map(({ page, version }) => [`${page}Version`, version]))
      await agree.mutateAsync({ body }).catch((error: unknown) => {
        // A newer version was published while this one was read.
        if (isStatus(error, 409)) void refetch()
        throw error
      })
    })
  return (
    <form className="mx-auto w-full max-w-3xl px-4 pt-8 pb-20 sm:px-6 sm:pt-14" onSubmit={submitting(save)}>
      <PageHeader
        title={isNew ? 'Before you start' : 'Something has changed'}
        lead={isNew ? 'Please read and agree to these.' : 'Please read what changed, and agree to it.'}
      />
      {wanted.map((each) => (
        <section key={each.page} aria-labelledby={each.page} className="border-t border-line py-8">
          <h2 id={each.page} className="display mb-4 text-xl">
            {screens[each.page].title}
          </h2>
          <WantedPage {...each} />
          <Checkbox
            className="mt-4"
            label={`I agree to the ${each.page}`}
            checked={agreed.has(each.page)}
            onChange={({ target }) =>
              setAgreed((before) => {
                const after = new Set(before)
                if (target.checked) after.add(each.page)
                else after.delete(each.page)
                return after
              })
            }
          />
        </section>
      ))}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6">
        <Button type="submit" look="primary" isLoading={agree.isPending} disabled={!isComplete}>
          Agree and continue
        </Button>
        <a href={addressOf(signOut)} className={linkClasses}>
          Log out
        </a>
        <Link to={screens.settingsData.path} className={linkClasses}>
          Export or delete your data
        </Link>
      </div>
    </form>
  )
}

const linkClasses = 'inline-flex min-h-touch items-center text-sm font-semibold text-soft hover:text-text'

/** The difference to the version that the user agreed to, or the whole text. */
function WantedPage({ page, version, agreedVersion }: AgreementWanted) {
  const [showsAll, setShowsAll] = useState(agreedVersion === null)
  const now = useQuery(callQuery(getSitePage, { params: { name: page }, query: { version } }))
  const before = useQuery({
    ...callQuery(getSitePage, { params: { name: page }, query: { version: agreedVersion ?? version } }),
    enabled: agreedVersion !== null,
  })
  const failed = [now, before].find(({ isError }) => isError)
  if (failed) return <LoadFailed title="Couldn’t load the text" query={failed} />
  if (!now.data || (agreedVersion !== null && !before.data))
    return (
      <Loading label="Loading the text">
        <Skeleton className="h-40 w-full" />
      </Loading>
    )
  if (showsAll || !before.data)
    return (
      // Makes it scrollable by keyboard.
      <div
        tabIndex={0}
        role="group"
        aria-label={`Text of the ${page}`}
        className="max-h-112 overflow-y-auto rounded-card border border-line bg-raised p-4 focus-visible:-outline-offset-2 sm:p-6"
      >
        <DocumentText text={withoutTitle(now.data.text, screens[page].title!)} />
      </div>
    )
  return (
    <div className="grid gap-3">
      <ChangeList layout="stacked" changes={[{ name: 'Changes', before: before.data.text, after: now.data.text }]} />
      <Button size="s" look="quiet" className="-ml-3 justify-self-start" onClick={() => setShowsAll(true)}>
        Show the whole text
      </Button>
    </div>
  )
}

/** Leaves out a heading that repeats the one above. */
const withoutTitle = (text: string, title: string): string => {
  const own = splitTitle(text)
  return own.title?.toLowerCase() === title.toLowerCase() ? own.text : text
}
