import type { ReactNode } from 'react'

interface SaveStatusProps {
  saving: { isPending: boolean; isSuccess: boolean; problem?: string | null }
  isUnsaved?: boolean
  /** Shown after the text, such as a button to try again. */
  children?: ReactNode
}

/** Says whether a setting is saved, or why not. */
export function SaveStatus({ saving, isUnsaved = false, children }: SaveStatusProps) {
  const { isPending, isSuccess, problem } = saving
  return (
    <p role="status" className={`text-sm ${problem ? 'text-danger-text' : 'text-soft'}`}>
      {problem ?? (isPending ? 'Saving…' : isUnsaved ? 'Not saved yet' : isSuccess ? 'Saved' : '')}
      {children}
    </p>
  )
}
