import { sitePageMax, type SitePage, type SitePageName } from '#modules/accounts/api'
import { useState } from 'react'
import { ChangeList } from '#web/components/shared/change_list'
import { LeaveDialog } from '#web/components/shared/leave_dialog'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { DocumentText } from '#web/components/text/document_text'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Field, TextArea } from '#web/components/ui/field'
import { Tabs } from '#web/components/ui/tabs'
import { countCodePoints } from '#web/lib/code_points'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { usePublishPage } from '../site_pages.ts'

interface PageEditorProps {
  name: SitePageName
  /** Null for a page that wasn't written. */
  page: SitePage | null
}

/** Writes a new version of a page, with a preview and the difference to the present one. */
export function PageEditor({ name, page }: PageEditorProps) {
  const [text, setText] = useState(page?.text ?? '')
  const [isAsking, setIsAsking] = useState(false)
  const publish = usePublishPage()
  const written = text.trim()
  const before = page?.text ?? ''
  const isChanged = written !== before
  const isTooLong = countCodePoints(written) > sitePageMax
  const guard = useLeaveGuard({ isActive: isChanged })
  const title = screens[name].title!
  const save = () =>
    attempt('Failed to publish the page', async () => {
      const { version } = await publish.mutateAsync({ params: { name }, body: { text: written } })
      toast('Page published', `${title}, version ${version}`)
    })
  const empty = <p className="text-soft">Nothing to show yet.</p>
  return (
    <form onSubmit={submitting(() => setIsAsking(true))}>
      <h2 className="display mb-4 text-xl">{title}</h2>
      <Tabs
        label="Views"
        keepMounted
        tabs={[
          {
            value: 'text',
            label: 'Text',
            content: (
              <Field
                label={`Text of the ${title.toLowerCase()}`}
                hint="Markdown: # headings, **bold**, lists and [links](https://example.com)."
                error={isTooLong ? `At most ${sitePageMax.toLocaleString('en')} characters.` : null}
                className="pt-5"
              >
                <TextArea
                  rows={16}
                  className="max-h-none! min-h-96!"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </Field>
            ),
          },
          {
            value: 'preview',
            label: 'Preview',
            content: <div className="max-w-3xl pt-5">{written ? <DocumentText text={written} /> : empty}</div>,
          },
          {
            value: 'changes',
            label: 'Changes',
            content: (
              <div className="max-w-3xl pt-5">
                {isChanged && page ? (
                  <ChangeList layout="stacked" changes={[{ name: title, before, after: written }]} />
                ) : (
                  empty
                )}
              </div>
            ),
          },
        ]}
      />
      <div className="mt-6 flex justify-end">
        <Button
          type="submit"
          look="primary"
          isLoading={publish.isPending}
          disabled={!isChanged || written === '' || isTooLong}
        >
          Publish
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Publish version ${(page?.version ?? 0) + 1}?`}
        question={
          name === 'terms' || name === 'rules'
            ? 'All users are asked to agree to it. A published version can’t be changed or removed.'
            : 'A published version can’t be changed or removed.'
        }
        confirmLabel="Publish"
        look="primary"
        onConfirm={() => void save()}
        onCancel={() => setIsAsking(false)}
      />
      <LeaveDialog guard={guard} question="The changed text isn’t published." />
    </form>
  )
}
