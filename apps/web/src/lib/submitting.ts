import type { FormEvent } from 'react'

/** Returns a handler that submits a form without loading another page. */
export const submitting = (submit: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  void submit()
}
