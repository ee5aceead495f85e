import { Button } from '../../components/ui/button.tsx'
import { ChippedMark } from './chipped_mark.tsx'
import { WholePage } from './message_page.tsx'

const lowerHalf = [4, 5, 6, 8, 9]

/**
 * A screen that broke, or a part of the app that did not arrive, because the connection is lost or a newer version has taken its
 * place. Loading again mends most, and nobody does that but the reader.
 */
export function FailedScreen({ isPartMissing }: { isPartMissing: boolean }) {
  return (
    <main className="flex min-h-dvh flex-col">
      <WholePage
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
      </WholePage>
    </main>
  )
}
