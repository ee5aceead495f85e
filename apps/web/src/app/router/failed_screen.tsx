import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'

/** A screen that broke, or a part of the app that did not arrive (after a new version, say): loading again mends most. */
export function FailedScreen() {
  return (
    <main>
      <Notice
        level={1}
        title="Something went wrong"
        text="This page could not be shown. Loading it again usually helps."
      >
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Notice>
    </main>
  )
}
