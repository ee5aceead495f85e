import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Tabs } from '#web/components/ui/tabs'
import { useMail } from '../queries.ts'

/** A mail as text, and as HTML in a frame without scripts, forms, navigation and access to this page. */
export function MailContent({ id }: { id: string }) {
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
