import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useImperativeHandle, useRef, type InputHTMLAttributes, type Ref } from 'react'
import { classNames } from '#web/lib/class_names'

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  ref?: Ref<HTMLInputElement>
  /** Shows a Clear button while there is text. */
  onClear?: () => void
}

export function SearchField({ label, ref, className, onClear, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current!)
  return (
    <div className={classNames('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-faint"
      />
      <input
        ref={input}
        type="search"
        dir="auto"
        aria-label={label}
        className="h-11 w-full rounded-full border border-line bg-raised pr-4 pl-10.5 text-base text-ellipsis transition-colors not-last:pr-11 hover:border-line-strong focus-visible:border-focus focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55 sm:text-ui"
        {...rest}
      />
      {onClear && rest.value !== '' && rest.value !== undefined && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onClear()
            input.current?.focus()
          }}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-faint transition-colors hover:text-text"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}
