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
        title={isPartMissing ? 'This page did not arrive' : 'Something went wrong'}
        text={
          isPartMissing
            ? 'The connection is lost, or there is a newer version by now. Loading again brings it; what you typed in a chat is kept.'
            : 'This page could not be shown. Loading it again usually helps.'
        }
      >
        <Button look="primary" size="l" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </MessagePage>
    </main>
  )
}
