import { Button } from '../../components/ui/button.tsx'
import { ChippedMark } from './chipped_mark.tsx'
import { WholePage } from './whole_page.tsx'

const lowerHalf = [4, 5, 6, 8, 9]

/** A screen that broke, or a part of the app that did not arrive (after a new version, say): loading again mends most. */
export function FailedScreen() {
  return (
    <main className="flex min-h-dvh flex-col">
      <WholePage
        drawing={<ChippedMark loose={lowerHalf} fallen="translate-x-[2px] translate-y-[5px] rotate-[7deg]" />}
        title="Something went wrong"
        text="This page could not be shown. Loading it again usually helps."
      >
        <Button look="primary" size="l" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </WholePage>
    </main>
  )
}
