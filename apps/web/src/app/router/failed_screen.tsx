import { Button } from '#web/components/ui/button'
import { ChippedMark } from './chipped_mark.tsx'
import { MessagePage } from './message_page.tsx'

const lowerHalf = [4, 5, 6, 8, 9]

/**
 * Replaces a screen that threw an error, or whose chunk did not load: the connection was lost, or the server has a newer version. Only
 * the reader reloads the page, so an error can't cause a loop.
 */
export function FailedScreen({ isPartMissing }: { isPartMissing: boolean }) {
  return (
    <main className="flex min-h-dvh flex-col">
      <MessagePage
        drawing={<ChippedMark loose={lowerHalf} fallen="translate-x-[2px] translate-y-[5px] rotate-[7deg]" />}
        title={isPartMissing ? 'This page didn’t load' : 'Something went wrong'}
        text={
          isPartMissing
            ? 'You may be offline, or there is a new version. Reload to try again. Your unsent chat messages are kept.'
            : 'We couldn’t show this page. Reloading it usually helps.'
        }
      >
        <Button look="primary" size="l" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </MessagePage>
    </main>
  )
}
