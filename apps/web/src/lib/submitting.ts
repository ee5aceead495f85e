import type { FormEvent } from 'react'

/** Returns a handler that submits a form without loading another page. */
export const submitting = (submit: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  // React passes the event of a dialog's form on to the form that renders the dialog.
  event.stopPropagation()
  void submit()
}
