import type { AdminMail } from '#modules/admin/api'
import MailOpen from 'lucide-react/icons/mail-open'
import { useSearchParams } from 'react-router-dom'
import { BorderedList } from '#web/components/ui/bordered_list'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { screens } from '#web/screens'
import { useMails } from '../queries.ts'
import { AdminNav } from '../components/admin_nav.tsx'
import { MailContent } from '../components/mail_content.tsx'
import { MailRow } from '../components/mail_row.tsx'

/** Mail that stays on the server because no SMTP server is configured. The open mail is in the URL. */
export function OutboxScreen() {
  const [query] = useSearchParams()
  const id = query.get('mail')
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Outbox" lead="Without an SMTP server, mail is not delivered. It stays here for 7 days.">
        {id !== null && <ButtonLink to={screens.adminOutbox.path}>All mail</ButtonLink>}
      </PageHeader>
      <AdminNav current={screens.adminOutbox.path} />
      {id === null ? <Mails /> : <MailContent id={id} />}
    </div>
  )
}

function Mails() {
  const list = useMails()
  const mails = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <MailsSkeleton />
  if (!list.data) return <LoadFailed title="Couldn’t load the outbox" query={list} />
  if (mails.length === 0)
    return (
      <EmptyState
        icon={<MailOpen />}
        title="No mail here"
        text="Mail appears here after it was written, unless an SMTP server delivers it."
      />
    )
  return (
    <PagedResults list={list} count={mails.length} itemName="message" itemsName="messages">
      <BorderedList as="ol" label="Mail">
        {mails.map((mail: AdminMail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </BorderedList>
    </PagedResults>
  )
}

function MailsSkeleton() {
  return (
    <Loading label="Loading mail">
      <BorderedList>
        {Array.from({ length: 5 }, (_, index) => (
          <li key={index} className="grid gap-2 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}
