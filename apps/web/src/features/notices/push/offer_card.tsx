import { brand } from '#config/brand'
import BellRing from 'lucide-react/icons/bell-ring'
import { useMutation } from '@tanstack/react-query'
import { Button } from '#web/components/ui/button'
import { toast } from '#web/lib/toasts'
import { turnPushOn } from './device.ts'
import { pushOffer } from './offer.ts'
import { problemSentence } from './push_problem.tsx'

/** Offers pushes in our own words, before the browser asks. The card overlays the page, so nothing shifts. */
export function PushOfferCard() {
  const turnOn = useMutation({
    mutationFn: () => turnPushOn(),
    onSuccess: () => {
      pushOffer.settle()
      toast('Notifications are on', 'You can change them in the settings.')
    },
  })
  return (
    <section
      aria-label="Notifications"
      className="fixed inset-x-4 top-[calc(env(safe-area-inset-top)+var(--top-bar)+0.75rem)] z-40 flex justify-end"
    >
      <div className="flex w-full animate-fade flex-col gap-3 rounded-panel border border-line bg-float p-4 text-text shadow-float sm:max-w-sm">
        <div className="flex gap-3">
          <BellRing aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
          <div className="min-w-0">
            <p className="text-ui font-semibold text-balance">Hear when a reply is ready?</p>
            <p className="mt-1 text-sm text-pretty text-soft">
              Your last replies ended while you were away. {brand.name} can notify you on this device, without any text
              on the lock screen.
            </p>
            {turnOn.error && (
              <p role="alert" className="mt-2 text-sm text-pretty text-danger-text">
                {problemSentence(turnOn.error)}
              </p>
            )}
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => pushOffer.settle()}>
            Not now
          </Button>
          <Button look="primary" isLoading={turnOn.isPending} onClick={() => turnOn.mutate()}>
            Turn on
          </Button>
        </div>
      </div>
    </section>
  )
}
