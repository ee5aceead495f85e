import type { ReactNode } from 'react'
import { controlClasses } from './control_classes.ts'

interface SelectOption {
  value: string
  label: ReactNode
  /** At the right of the option, such as a price. */
  aside?: ReactNode
  /** A second line. */
  hint?: string
  isDisabled?: boolean
}

export interface SelectProps {
  options: readonly SelectOption[]
  value: string
  onChange: (value: string) => void
  label: string
  placeholder?: string
  isDisabled?: boolean
  /** Shows the chosen option's `aside` in the closed control too. */
  showsAside?: boolean
  className?: string
}

export const selectClasses = `${controlClasses} inline-flex h-11 items-center justify-between gap-2 text-left data-placeholder:text-faint`
