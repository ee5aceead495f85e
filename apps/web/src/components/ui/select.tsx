import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense, useState } from 'react'
import { classNames } from '#web/lib/class_names'
import { selectClasses, type SelectProps } from './select_props.ts'

const load = () => import('./select_list.tsx')
const SelectList = lazy(async () => ({ default: (await load()).SelectList }))
const preload = () => void load().catch(() => {})

/** A select with rich options. Its list is loaded when it is first opened. */
export function Select(props: SelectProps) {
  const [isRequested, setIsRequested] = useState(false)
  const { options, value, label, placeholder, isDisabled, showsAside, className } = props
  const chosen = options.find((option) => option.value === value)
  const button = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-busy={isRequested || undefined}
      aria-label={label}
      disabled={isDisabled}
      data-placeholder={chosen ? undefined : ''}
      className={classNames(selectClasses, className)}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsRequested(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setIsRequested(true)
      }}
    >
      <span className="truncate">{chosen?.label ?? placeholder}</span>
      {showsAside && chosen?.aside && <span className="shrink-0">{chosen.aside}</span>}
      <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
    </button>
  )
  if (!isRequested) return button
  return (
    <Suspense fallback={button}>
      <SelectList {...props} />
    </Suspense>
  )
}
