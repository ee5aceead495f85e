import { AlertDialog } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { alerts } from '#web/lib/alerts'
import { focusMain } from '#web/lib/focus_main'
import { buttonClasses } from './button.tsx'
import { useFocusReturn } from './use_focus_return.ts'

/** Shows the current alert, above all screens. */
export function AlertHost() {
  const alert = useSyncExternalStore(alerts.subscribe, alerts.current, () => null)
  const { contentProps } = useFocusReturn()
  return (
    <AlertDialog.Root open={alert !== null} onOpenChange={(open) => !open && alerts.dismiss()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 grid animate-fade grid-cols-[minmax(0,25rem)] place-content-center overflow-y-auto bg-overlay p-4">
          <AlertDialog.Content
            {...contentProps}
            onCloseAutoFocus={(event) => {
              contentProps.onCloseAutoFocus(event)
              // The screen that had the focus may be gone.
              if (document.activeElement === document.body) focusMain()
            }}
            className="animate-pop rounded-card border border-line bg-float p-6 shadow-float outline-none"
          >
            <AlertDialog.Title className="display text-xl">
              {alert?.title}
              {/* A part of the text, but not of the design. */}
              <span className="opacity-0">:</span>
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 break-words text-soft">{alert?.text}</AlertDialog.Description>
            <div className="mt-7 flex justify-end max-sm:[&>*]:flex-1">
              <AlertDialog.Cancel className={buttonClasses('primary')}>OK</AlertDialog.Cancel>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
