import type { SitePage } from '#modules/accounts/api'
import { SiteLinks } from '#web/components/shared/site_links'
import { DocumentText } from '#web/components/text/document_text'
import { splitTitle } from '#web/components/text/split_title'

interface SitePageScreenProps {
  title: string
  page: SitePage
}

/** One of the operator's pages: terms, rules, privacy page or imprint. */
export function SitePageScreen({ title, page: { text, version, publishedAt } }: SitePageScreenProps) {
  const own = splitTitle(text)
  return (
    <article className="mx-auto w-full max-w-3xl px-4 pt-8 pb-20 sm:px-6 sm:pt-14">
      <h1 className="display text-4xl break-words">{own.title ?? title}</h1>
      <p className="mt-2 mb-8 text-sm text-faint">
        Version {version}, <time dateTime={publishedAt}>{dayFormat.format(new Date(publishedAt))}</time>
      </p>
      <DocumentText text={own.text} />
      <SiteLinks className="mt-12 border-t border-line pt-4" />
    </article>
  )
}

/** In UTC, because the server renders it, too. */
const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
