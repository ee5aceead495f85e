import Search from 'lucide-react/icons/search'
import type { InputHTMLAttributes } from 'react'
import { classNames } from '../../lib/class_names.ts'

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
}

export function SearchField({ label, className, ...rest }: SearchFieldProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-[1.125rem] -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={label}
        className="h-11 w-full rounded-full border border-line bg-raised pr-4 pl-10 text-base transition-colors hover:border-line-strong focus-visible:border-focus sm:text-[0.9375rem]"
        {...rest}
      />
    </div>
  )
}
