import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { classNames } from '#web/lib/class_names'
import { toasts } from '#web/lib/toasts'

const durationMs = 5_000
/** Errors take longer to read. */
const failureDurationMs = 10_000
const swipeThresholdPx = 50

/**
 * Shows the current toast below the top bar, where it covers neither the last message nor the controls at the lower edge. In chats, below
 * the chat's header. Pointing at it or focusing it keeps it open. F8 moves the focus to it; a swipe to the right dismisses it.
 */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current, () => null)
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={swipeThresholdPx} label="Notification">
      {toast && (
        <Toast.Root
          key={toast.id}
          type={toast.destructive ? 'foreground' : 'background'}
          data-destructive={toast.destructive || undefined}
          duration={toast.destructive ? failureDurationMs : undefined}
          onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
          className={classNames(
            'toast-motion pointer-events-auto flex touch-pan-y items-start gap-3 rounded-panel border py-1.5 pr-1.5 pl-4 shadow-float select-none',
            toast.destructive ? 'border-danger-line bg-danger text-danger-text' : 'border-line bg-float text-text'
          )}
        >
          {toast.destructive && <CircleAlert aria-hidden className="mt-3 size-5 shrink-0" />}
          <div className="min-w-0 flex-1 py-2.5 text-ui break-words">
            <Toast.Title dir="auto" className="font-semibold">
              {toast.title}
            </Toast.Title>
            {toast.description && (
              <Toast.Description dir="auto" className={classNames('mt-0.5', !toast.destructive && 'text-soft')}>
                {toast.description}
              </Toast.Description>
            )}
          </div>
          {toast.action && (
            <Toast.Action
              altText={toast.action.label}
              className="min-h-touch shrink-0 rounded-control px-3 text-ui font-semibold text-accent-text transition-colors hover:bg-hover"
              onClick={toast.action.run}
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-items-center rounded-control opacity-80 transition-opacity hover:opacity-100"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="fixed top-[calc(env(safe-area-inset-top)+var(--toast-top,var(--top-bar))+0.75rem)] left-1/2 z-60 w-max max-w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 outline-none" />
    </Toast.Provider>
  )
}
