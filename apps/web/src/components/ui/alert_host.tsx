import { AlertDialog as RadixAlertDialog } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { alerts } from '#web/lib/alerts'
import { focusMain } from '#web/lib/focus_main'
import { AlertDialog } from './alert_dialog.tsx'
import { buttonClasses } from './button.tsx'
import { useFocusReturn } from './use_focus_return.ts'

/** Shows the current alert, above all screens. */
export function AlertHost() {
  const alert = useSyncExternalStore(alerts.subscribe, alerts.current, () => null)
  const { contentProps } = useFocusReturn()
  return (
    <AlertDialog
      {...contentProps}
      isOpen={alert !== null}
      onClose={alerts.dismiss}
      onCloseAutoFocus={(event) => {
        contentProps.onCloseAutoFocus(event)
        // The screen that had the focus may be gone.
        if (document.activeElement === document.body) focusMain()
      }}
      title={
        <>
          {alert?.title}
          {/* A part of the text, but not of the design. */}
          <span className="opacity-0">:</span>
        </>
      }
      text={alert?.text}
    >
      <RadixAlertDialog.Cancel className={buttonClasses('primary')}>OK</RadixAlertDialog.Cancel>
    </AlertDialog>
  )
}
