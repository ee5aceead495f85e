import type { AdminMail } from '#modules/admin/api'
import MailOpen from 'lucide-react/icons/mail-open'
import { useSearchParams, Link } from 'react-router-dom'
import { BorderedList } from '#web/components/ui/bordered_list'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { screens } from '#web/screens'
import { Tabs } from '#web/components/ui/tabs'
import { useMails, useMail } from '../queries.ts'
import { AdminNav } from '../components/admin_nav.tsx'
import { RowsSkeleton } from '../components/rows_skeleton.tsx'

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
  if (list.isPending) return <RowsSkeleton label="Loading mail" />
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

/** Opening a mail is recorded in the audit log. */
function MailRow({ mail: { id, address, subject, sentAt } }: { mail: AdminMail }) {
  return (
    <li>
      <Link
        to={screens.adminOutbox.href({}, { mail: id })}
        className="flex min-h-touch flex-wrap items-baseline justify-between gap-x-4 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0">
          <span className="block text-ui font-semibold break-words">{subject}</span>
          <span className="block text-sm break-all text-soft">to {address}</span>
        </span>
        <time dateTime={sentAt} className="text-sm text-faint tabular-nums">
          {timeFormat.format(new Date(sentAt))}
        </time>
      </Link>
    </li>
  )
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

/** A mail as text, and as HTML in a frame without scripts, forms, navigation and access to this page. */
function MailContent({ id }: { id: string }) {
  const query = useMail(id)
  if (query.isPending)
    return (
      <Loading label="Loading mail">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="mt-3 h-64 w-full" />
      </Loading>
    )
  if (!query.data) return <LoadFailed title="Couldn’t load the mail" query={query} />
  const { subject, address, text, html } = query.data
  return (
    <article>
      <h2 className="display text-xl break-words">{subject}</h2>
      <p className="mt-1 mb-5 text-ui break-all text-soft">to {address}</p>
      <Tabs
        label="Format"
        tabs={[
          {
            value: 'text',
            label: 'Text',
            content: (
              <pre className="rounded-card border border-line bg-raised p-4 font-[inherit] text-ui break-words whitespace-pre-wrap sm:p-6">
                {text}
              </pre>
            ),
          },
          {
            value: 'html',
            label: 'HTML',
            content: (
              <iframe
                title="The mail as HTML"
                sandbox=""
                srcDoc={html}
                className="h-[38rem] w-full rounded-card border border-line bg-raised"
              />
            ),
          },
        ]}
      />
    </article>
  )
}
