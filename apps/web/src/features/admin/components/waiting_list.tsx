import { limits } from '#modules/accounts/api'
import { BorderedList } from '#web/components/ui/bordered_list'
import { ButtonLink } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { screens } from '#web/screens'
import { useWaitingAddresses } from '../sign_up.ts'
import { AdminSection } from './admin_section.tsx'

/** The addresses that wait for an invitation, those that wait longest first. */
export function WaitingList() {
  return (
    <AdminSection
      title="Waiting list"
      text={`Those who wait longest come first. Addresses are deleted after ${limits.waitingDays} days, and when they have an account.`}
    >
      <Results />
    </AdminSection>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

function Results() {
  const list = useWaitingAddresses()
  if (list.isPending)
    return (
      <Loading label="Loading the waiting list">
        <Skeleton className="h-32" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the waiting list" size="panel" query={list} />
  const addresses = list.data.pages.flatMap((page) => page.items)
  if (addresses.length === 0) return <p className="text-ui text-soft">No one is waiting.</p>
  return (
    <PagedResults list={list} count={addresses.length} itemName="address" itemsName="addresses" isManual>
      <BorderedList as="ol" label="Waiting list">
        {addresses.map(({ id, email, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <p className="min-w-0 flex-1 basis-48">
              <span className="block wrap-anywhere">{email}</span>
              <time dateTime={createdAt} className="text-sm text-faint">
                {day.format(new Date(createdAt))}
              </time>
            </p>
            <ButtonLink
              size="s"
              to={screens.settingsInvitations.href({}, { note: email })}
              aria-label={`Invite ${email}`}
            >
              Invite
            </ButtonLink>
          </li>
        ))}
      </BorderedList>
    </PagedResults>
  )
}
