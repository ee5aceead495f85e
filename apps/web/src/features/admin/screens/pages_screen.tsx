import type { SitePageName } from '#modules/accounts/api'
import { Link, useSearchParams } from 'react-router-dom'
import { BorderedList } from '#web/components/ui/bordered_list'
import { ButtonLink } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { screens, sitePageScreens } from '#web/screens'
import { AdminNav } from '../components/admin_nav.tsx'
import { PageEditor } from '../components/page_editor.tsx'
import { useSitePage, useSitePages } from '../site_pages.ts'

/** The operator's pages: terms, rules, privacy page and imprint. The edited page is in the URL. */
export function PagesScreen() {
  const [query] = useSearchParams()
  const name = sitePageScreens.find((known) => known === query.get('page'))
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader
        title="Pages"
        lead="Users agree to the terms and the rules, and are asked again when you change them."
      >
        {name && <ButtonLink to={screens.adminPages.path}>All pages</ButtonLink>}
      </PageHeader>
      <AdminNav current={screens.adminPages.path} />
      {name ? <EditedPage key={name} name={name} /> : <PageList />}
    </div>
  )
}

function PageList() {
  const list = useSitePages()
  if (list.isPending)
    return (
      <Loading label="Loading pages">
        <Skeleton className="h-64 w-full" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the pages" query={list} />
  return (
    <BorderedList label="Pages">
      {sitePageScreens.map((name) => {
        const page = list.data.find((each) => each.name === name)
        return (
          <li key={name}>
            <Link
              to={screens.adminPages.href({}, { page: name })}
              className="flex min-h-touch flex-wrap items-baseline justify-between gap-x-4 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
            >
              <span className="text-ui font-semibold">{screens[name].title}</span>
              <span className="text-sm text-faint">
                {page
                  ? `Version ${page.version}, ${dayFormat.format(new Date(page.publishedAt))}`
                  : 'Not written, so it isn’t linked'}
              </span>
            </Link>
          </li>
        )
      })}
    </BorderedList>
  )
}

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

function EditedPage({ name }: { name: SitePageName }) {
  const { query, page } = useSitePage(name)
  if (query.isPending)
    return (
      <Loading label="Loading the page">
        <Skeleton className="h-96 w-full" />
      </Loading>
    )
  if (page === undefined) return <LoadFailed title="Couldn’t load the page" query={query} />
  return <PageEditor name={name} page={page} />
}
