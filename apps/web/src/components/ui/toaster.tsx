import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { classNames } from '#web/lib/class_names'
import { toasts } from '#web/lib/toasts'

const durationMs = 5_000
const swipeThresholdPx = 50

/**
 * Shows the current toast for five seconds. F8 moves the focus to it; a swipe to the right dismisses it. It sits below the top bar,
 * because the lower edge holds the tab bar, the message box and form actions.
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
          onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
          className={classNames(
            'toast-motion flex touch-pan-y items-start gap-3 rounded-panel border py-1.5 pr-1.5 pl-4 shadow-float select-none',
            toast.destructive ? 'border-danger-line bg-danger text-danger-text' : 'border-line bg-float text-text'
          )}
        >
          {toast.destructive && <CircleAlert aria-hidden className="mt-3 size-5 shrink-0" />}
          <div className="min-w-0 flex-1 py-2.5 text-ui break-words">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className={classNames('mt-0.5', !toast.destructive && 'text-soft')}>
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
      <Toast.Viewport className="fixed inset-x-4 top-[calc(env(safe-area-inset-top)+var(--top-bar)+0.75rem)] z-60 flex flex-col gap-2 outline-none sm:right-4 sm:left-auto sm:w-96" />
    </Toast.Provider>
  )
}
